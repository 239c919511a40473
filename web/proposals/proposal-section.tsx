import { t } from '@lingui/core/macro'
import { Inbox, Send } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { CalendarTile } from '../app/calendar-tile.tsx'
import type { Action } from '../app/use-action.ts'
import { ActionButton } from '../members/action-button.tsx'
import { TheirEmailUnverifiedBadge } from '../members/badges.tsx'
import { Section } from '../members/section.tsx'
import { SlotDateTime } from '../members/slot-date-time.tsx'
import { TargetRow } from '../members/target-row.tsx'
import { useHaveItemsMoved } from '../members/use-is-changing.ts'
import type { ButtonVariant } from '../ui/button-class.ts'
import { CompactEmptyState } from '../ui/compact-empty-state.tsx'
import { List } from '../ui/list.tsx'
import { ShowMore, type ShowMoreProps } from '../ui/show-more.tsx'
import type { DecisionOutcome } from './actions.ts'
import type { DatedSlot } from './open-slots.ts'

/** The common fields of the four kinds of proposals: invites, requests, sent invites, sent requests. */
interface Proposal extends DatedSlot {
  readonly requestId: string
  /** Whether the other side has verified its email. */
  readonly emailVerified: boolean
  /** The masjid's time zone, if the masjid is the other side. */
  readonly timeZone?: string
}

interface ProposalSectionProps<Item extends Proposal> {
  /** Target of in-page links. */
  id?: string
  title: string
  /** Received proposals wait for the user's answer, sent proposals for the other side's answer. */
  kind: 'received' | 'sent'
  proposals: readonly Item[]
  /** The total; `proposals` may hold fewer. */
  count: number
  more: ShowMoreProps
  /** Shown while there are no proposals. */
  hint: string
  /** Renders the other side's name. */
  renderName: (proposal: Item) => ReactNode
  /** Renders the place of the khutbah. */
  renderPlace?: (proposal: Item) => ReactNode
  /** Renders what the user should know before they decide. */
  renderNotes?: (proposal: Item) => ReactNode
  /** The buttons of each proposal. */
  actions: readonly { action: Action<Item, DecisionOutcome>; label: string; variant?: ButtonVariant }[]
}

/** A section with pending proposals, soonest slot first: each with the other side, the slot and the actions. */
export function ProposalSection<Item extends Proposal>(props: ProposalSectionProps<Item>) {
  const { id, title, kind, proposals, count, more, hint, renderName, renderPlace, renderNotes, actions } =
    props
  const rowsId = useId()
  const haveMoved = useHaveItemsMoved(proposals.map((it) => it.requestId))
  return (
    <Section id={id} title={title}>
      {proposals.length === 0 ? (
        <CompactEmptyState
          icon={kind === 'received' ? Inbox : Send}
          title={kind === 'received' ? t`No pending requests` : t`No sent requests`}
        >
          {hint}
        </CompactEmptyState>
      ) : (
        <List>
          {proposals.map((proposal) => {
            const whoId = `${rowsId}-${proposal.requestId}`
            const slotId = `${whoId}-slot`
            const notesId = `${whoId}-notes`
            return (
              <TargetRow
                key={proposal.requestId}
                id={proposal.requestId}
                lead={<CalendarTile date={proposal.khutbahDate} />}
                title={<span id={whoId}>{renderName(proposal)}</span>}
                status={kind === 'received' && !proposal.emailVerified && <TheirEmailUnverifiedBadge />}
                detail={
                  <>
                    <span id={slotId}>
                      <SlotDateTime
                        date={proposal.khutbahDate}
                        time={proposal.khutbahTime}
                        startsAt={proposal.startsAt}
                        timeZone={proposal.timeZone}
                      />
                    </span>
                    {renderPlace?.(proposal)}
                    <div id={notesId}>{renderNotes?.(proposal)}</div>
                  </>
                }
                actions={actions.map(({ label, ...button }) => (
                  <ActionButton
                    key={label}
                    {...button}
                    given={proposal}
                    group={proposal.requestId}
                    isLoading={haveMoved}
                    describedBy={`${whoId} ${slotId} ${notesId}`}
                  >
                    {label}
                  </ActionButton>
                ))}
              />
            )
          })}
        </List>
      )}
      {count > proposals.length && proposals.length > 0 && <ShowMore {...more} list={title} />}
    </Section>
  )
}
