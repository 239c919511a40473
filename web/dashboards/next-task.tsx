import { t } from '@lingui/core/macro'
import type { LucideIcon } from 'lucide-react'
import { InPageLink } from '../ui/in-page-link.tsx'
import { linkClass } from '../ui/link-class.ts'
import { Skeleton } from '../ui/skeleton.tsx'

interface Task {
  readonly count: number
  /** A sentence with the count. */
  readonly text: string
  readonly icon: LucideIcon
  /** The id of the task's section on the screen. */
  readonly to: string
}

interface NextTaskProps {
  /** The most urgent task is first. Undefined while loading. */
  tasks: readonly Task[] | undefined
}

/**
 * Links to the section of the first task whose count is not 0, because on a phone this section may be far below. Has the same height in
 * each state, so that the layout doesn't shift.
 */
export function NextTask({ tasks }: NextTaskProps) {
  return (
    <div className="flex min-h-control items-center">
      {tasks === undefined ? <Skeleton className="h-5 w-56 max-w-full" /> : firstTaskLink(tasks)}
    </div>
  )
}

function firstTaskLink(tasks: readonly Task[]) {
  const task = tasks.find((it) => it.count > 0)
  if (task === undefined) return t`You’re all caught up.`
  const { icon: Icon, text, to } = task
  return (
    <InPageLink to={to} className={`inline-flex min-h-control items-center gap-2 font-medium ${linkClass}`}>
      <Icon className="size-5 shrink-0" />
      {text}
    </InPageLink>
  )
}
