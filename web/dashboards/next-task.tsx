import { t } from '@lingui/core/macro'
import type { LucideIcon } from 'lucide-react'
import { InPageLink } from '../ui/in-page-link.tsx'
import { linkClass } from '../ui/link-class.ts'
import { Skeleton } from '../ui/skeleton.tsx'

/** What the user may have to do. */
interface Task {
  readonly count: number
  /** Says what to do, with the count. */
  readonly text: string
  readonly icon: LucideIcon
  /** The id of its section on the screen. */
  readonly to: string
}

interface NextTaskProps {
  /** The most urgent first; undefined while loading. */
  tasks: readonly Task[] | undefined
}

/**
 * What the user has to do next, as a link to its section, which on a phone may be far below. Has the same height in each state, so
 * that the layout doesn't shift.
 */
export function NextTask({ tasks }: NextTaskProps) {
  return (
    <div className="flex min-h-control items-center">
      {tasks === undefined ? <Skeleton className="h-5 w-56 max-w-full" /> : firstOf(tasks)}
    </div>
  )
}

function firstOf(tasks: readonly Task[]) {
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
