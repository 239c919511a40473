import { plural, t } from '@lingui/core/macro'
import { CalendarClock, CalendarX2, Inbox, type LucideIcon } from 'lucide-react'
import { InPageLink } from '../ui/in-page-link.tsx'
import { linkClass } from '../ui/link-class.ts'
import { Skeleton } from '../ui/skeleton.tsx'

/** A number of items, and the id of their section on the screen. */
interface Task {
  readonly count: number
  readonly to: string
}

interface Tasks {
  /** The khateeb's khutbahs whose start was moved, and which they have not confirmed again. */
  readonly reconfirmations?: Task
  /** The proposals that the user has to answer. */
  readonly proposals: Task
  /** The masjid's upcoming slots from which a khateeb has withdrawn. */
  readonly withdrawals?: Task
  /** The slots of this week without a khateeb. */
  readonly openSlots?: Task
}

interface NextTaskProps {
  /** Undefined while loading. */
  tasks: Tasks | undefined
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

const none: Task = { count: 0, to: '' }

function firstOf({ reconfirmations = none, proposals, withdrawals = none, openSlots = none }: Tasks) {
  if (reconfirmations.count > 0) {
    const text = plural(reconfirmations.count, {
      one: '# khutbah has a new start. Please confirm it again.',
      other: '# khutbahs have a new start. Please confirm them again.',
    })
    return <TaskLink icon={CalendarClock} to={reconfirmations.to} text={text} />
  }
  if (proposals.count > 0) {
    const text = plural(proposals.count, {
      one: '# request is waiting for your answer',
      other: '# requests are waiting for your answer',
    })
    return <TaskLink icon={Inbox} to={proposals.to} text={text} />
  }
  if (withdrawals.count > 0) {
    const text = plural(withdrawals.count, {
      one: '# slot needs a khateeb again',
      other: '# slots need a khateeb again',
    })
    return <TaskLink icon={CalendarX2} to={withdrawals.to} text={text} />
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
