import { plural, t } from '@lingui/core/macro'
import { CalendarX2, Inbox, type LucideIcon } from 'lucide-react'
import { InPageLink } from '../ui/in-page-link.tsx'
import { linkClass } from '../ui/link-class.ts'
import { Skeleton } from '../ui/skeleton.tsx'

/** A number of items, and the id of their section on the screen. */
interface Task {
  readonly count: number
  readonly to: string
}

interface NextTaskProps {
  /** The proposals that the user has to answer; undefined while loading. */
  proposals: Task | undefined
  /** The slots of this week without a khateeb. */
  openSlots?: Task | undefined
}

/**
 * What the user has to do next, as a link to its section, which on a phone may be far below. Has the same height in each state, so
 * that the layout doesn't shift.
 */
export function NextTask(props: NextTaskProps) {
  return <div className="flex min-h-control items-center">{content(props)}</div>
}

function content({ proposals, openSlots = { count: 0, to: '' } }: NextTaskProps) {
  if (proposals === undefined) return <Skeleton className="h-5 w-56 max-w-full" />
  if (proposals.count > 0) {
    const text = plural(proposals.count, {
      one: '# request is waiting for your answer',
      other: '# requests are waiting for your answer',
    })
    return <TaskLink icon={Inbox} to={proposals.to} text={text} />
  }
  if (openSlots.count > 0) {
    const text = plural(openSlots.count, {
      one: '# slot this week still needs a khateeb',
      other: '# slots this week still need a khateeb',
    })
    return <TaskLink icon={CalendarX2} to={openSlots.to} text={text} />
  }
  return t`You’re all caught up.`
}

function TaskLink({ icon: Icon, to, text }: { icon: LucideIcon; to: string; text: string }) {
  return (
    <InPageLink to={to} className={`inline-flex min-h-control items-center gap-2 font-medium ${linkClass}`}>
      <Icon className="size-5 shrink-0" />
      {text}
    </InPageLink>
  )
}
