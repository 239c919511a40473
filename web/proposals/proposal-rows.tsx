import type { LucideIcon } from 'lucide-react'
import { Fragment, type ReactNode, useId } from 'react'
import { monthAndDayOf } from '../app/format.ts'
import { SlotDateTime } from '../members/slot-date-time.tsx'
import { UnverifiedBadge } from '../members/unverified-badge.tsx'
import { CalendarTile } from '../ui/calendar-tile.tsx'
import { CompactEmptyState } from '../ui/compact-empty-state.tsx'
import { List, Row } from '../ui/list.tsx'
import { ShowMore, type ShowMoreProps } from '../ui/show-more.tsx'
import type { DatedSlot } from './open-slots.ts'

/** The common fields of the four kinds of proposals: invites, requests, sent invites, sent requests. */
interface Proposal extends DatedSlot {
  readonly requestId: string
  /** Whether the other side has verified its e-mail. */
  readonly emailVerified: boolean
}

interface ProposalRowsProps<Item extends Proposal> {
  proposals: readonly Item[]
  /** The total; `proposals` may hold fewer. */
  count: number
  more: ShowMoreProps
  /** Shown if there are none. */
  empty: { readonly icon: LucideIcon; readonly title: string; readonly hint: string }
  /** Renders the `ProposalRow` of a proposal; pass `id` to the row and to `describedByIds`. */
  children: (proposal: Item, id: string) => ReactNode
}

/** A list of pending proposals, soonest slot first. */
export function ProposalRows<Item extends Proposal>(props: ProposalRowsProps<Item>) {
  const { proposals, count, more, empty, children } = props
  const id = useId()
  if (proposals.length === 0) {
    return (
      <CompactEmptyState icon={empty.icon} title={empty.title}>
        {empty.hint}
      </CompactEmptyState>
    )
  }
  return (
    <>
      <List>
        {proposals.map((proposal) => (
          <Fragment key={proposal.requestId}>{children(proposal, `${id}-${proposal.requestId}`)}</Fragment>
        ))}
      </List>
      {count > proposals.length && <ShowMore {...more} />}
    </>
  )
}

const slotId = (id: string) => `${id}-slot`

/** Ids for `aria-describedby` of a row's buttons: the texts with the other side and the slot. */
export function describedByIds(id: string): string {
  return `${id} ${slotId(id)}`
}

interface ProposalRowProps {
  id: string
  proposal: Proposal
  /** The other side's name. */
  who: ReactNode
  actions: ReactNode
}

/** A proposal with the other side, the slot and the actions. */
export function ProposalRow({ id, proposal, who, actions }: ProposalRowProps) {
  return (
    <Row
      lead={<CalendarTile {...monthAndDayOf(proposal.khutbahDate)} />}
      title={<span id={id}>{who}</span>}
      status={!proposal.emailVerified && <UnverifiedBadge />}
      detail={
        <span id={slotId(id)}>
          <SlotDateTime date={proposal.khutbahDate} time={proposal.khutbahTime} />
        </span>
      }
      actions={actions}
    />
  )
}
