import { plural, t } from '@lingui/core/macro'
import { useId } from 'react'
import { isInviteForbidden } from '../../contract/availability-choices.ts'
import type { getKhateebs } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { Miles } from '../app/formatted-values.tsx'
import { lingui } from '../app/i18n.ts'
import type { DatedSlot } from '../proposals/open-slots.ts'
import { SlotAvailability } from '../proposals/slot-availability.tsx'
import { Button } from '../ui/button.tsx'
import { Row } from '../ui/list.tsx'
import { messages } from '../words/several-slots.en.po'

lingui.load('en', messages)

/** The khateeb's card in a list of khateebs for the slots. */
export type KhateebCard = OutputOf<typeof getKhateebs>[number]

interface KhateebToInviteProps {
  khateeb: KhateebCard
  slots: readonly DatedSlot[]
  isBusy: boolean
  onInvite: (slots: readonly DatedSlot[]) => void
}

/**
 * A khateeb with the button that invites him to the slots. If the server would refuse some of the invites, the row says so, and the button
 * invites him only to the other slots. If the server would refuse all, the button is disabled.
 */
export function KhateebToInvite({ khateeb, slots, isBusy, onInvite }: KhateebToInviteProps) {
  const nameId = useId()
  const factsId = useId()
  const possible = possibleSlots(khateeb, slots)
  const isPart = possible.length > 0 && possible.length < slots.length
  return (
    <Row
      title={
        <span id={nameId}>
          <bdi>{nameOf(khateeb)}</bdi>
        </span>
      }
      detail={
        <div id={factsId}>
          {khateeb.distance !== undefined && <Miles value={khateeb.distance} />}
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 empty:hidden">
            <Invitability khateeb={khateeb} slots={slots} possible={possible} />
          </div>
        </div>
      }
      actions={
        <Button
          variant="soft"
          aria-describedby={`${nameId} ${factsId}`}
          busy={isBusy}
          disabled={possible.length === 0}
          onClick={() => onInvite(possible)}
        >
          {isPart ? t`Invite to ${possible.length}` : t`Invite`}
        </Button>
      }
    />
  )
}

export function nameOf({ firstName, lastName }: KhateebCard): string {
  return `${firstName} ${lastName}`
}

/**
 * Returns the slots to which the khateeb can be invited. There is none if a block or the masjid's rules forbid all invites, or if the
 * khateeb first needs the masjid's approval. Leaves out slots for which his own limits forbid an invite.
 */
function possibleSlots(khateeb: KhateebCard, slots: readonly DatedSlot[]): readonly DatedSlot[] {
  if (khateeb.cannotInvite || khateeb.approval === 'needed') return []
  return slots.filter(({ slotId }) => !isInviteForbidden(rulesFor(khateeb, slotId)))
}

function rulesFor({ availability }: KhateebCard, slotId: string) {
  return availability?.find((it) => it.slotId === slotId)?.rules ?? []
}

interface InvitabilityProps extends Pick<KhateebToInviteProps, 'khateeb' | 'slots'> {
  /** The slots to which he can be invited. */
  possible: readonly DatedSlot[]
}

/** Says whether the masjid has approved the khateeb, and why he can't be invited to all of the slots. */
function Invitability({ khateeb, slots, possible }: InvitabilityProps) {
  const { approval, cannotInvite, availability } = khateeb
  const isTooFar = availability?.some(({ rules }) => rules.includes('too_far')) === true
  const holdsForAll = Boolean(cannotInvite) || approval === 'needed' || isTooFar
  const refused = slots.length - possible.length
  return (
    <>
      <SlotAvailability
        availability={isTooFar ? { status: 'beyond_limits', rules: ['too_far'] } : undefined}
        approval={approval}
        cannotInvite={cannotInvite}
      />
      {!holdsForAll && refused > 0 && (
        <span className="text-sm text-muted">
          {possible.length > 0
            ? t`Can’t come to ${refused} of these khutbahs.`
            : plural(refused, {
                one: 'Can’t come to this khutbah.',
                other: 'Can’t come to any of these khutbahs.',
              })}
        </span>
      )}
    </>
  )
}
