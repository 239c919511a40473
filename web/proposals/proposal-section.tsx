import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { CalendarTile } from '../app/calendar-tile.tsx'
import { UnverifiedBadge } from '../members/badges.tsx'
import { Section } from '../members/section.tsx'
import { SlotDateTime } from '../members/slot-date-time.tsx'
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

interface ProposalSectionProps<Item extends Proposal> {
  /** Target of in-page links. */
  id?: string
  title: string
  proposals: readonly Item[]
  /** The total; `proposals` may hold fewer. */
  count: number
  more: ShowMoreProps
  /** Shown if there are none. */
  empty: { readonly icon: LucideIcon; readonly title: string; readonly hint: string }
  /** Renders the other side's name. */
  renderName: (proposal: Item) => ReactNode
  /** Renders the buttons; `describedBy` has the ids of the texts with the other side and the slot. */
  renderActions: (proposal: Item, describedBy: string) => ReactNode
}

/** A section with pending proposals, soonest slot first: each with the other side, the slot and the actions. */
export function ProposalSection<Item extends Proposal>(props: ProposalSectionProps<Item>) {
  const { id, title, proposals, count, more, empty, renderName, renderActions } = props
  const rowsId = useId()
  return (
    <Section id={id} title={title}>
      {proposals.length === 0 ? (
        <CompactEmptyState icon={empty.icon} title={empty.title}>
          {empty.hint}
        </CompactEmptyState>
      ) : (
        <List>
          {proposals.map((proposal) => {
            const whoId = `${rowsId}-${proposal.requestId}`
            const slotId = `${whoId}-slot`
            return (
              <Row
                key={proposal.requestId}
                lead={<CalendarTile date={proposal.khutbahDate} />}
                title={<span id={whoId}>{renderName(proposal)}</span>}
                status={!proposal.emailVerified && <UnverifiedBadge />}
                detail={
                  <span id={slotId}>
                    <SlotDateTime date={proposal.khutbahDate} time={proposal.khutbahTime} />
                  </span>
                }
                actions={renderActions(proposal, `${whoId} ${slotId}`)}
              />
            )
          })}
        </List>
      )}
      {count > proposals.length && proposals.length > 0 && <ShowMore {...more} />}
    </Section>
  )
}
