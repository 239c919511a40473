import { plural, t } from '@lingui/core/macro'
import { useId, useRef } from 'react'
import { CallFailed } from '../../contract/client.ts'
import { requestToLead } from '../../contract/proposals.ts'
import { call } from '../app/api-call.ts'
import { formatTime } from '../app/format.ts'
import { useSession } from '../app/session.ts'
import { SlotTime, useZoneLabel } from '../app/slot-time.tsx'
import { type Action, useAction } from '../app/use-action.ts'
import { isOpen, isUnassigned, type Masjid, type Slot } from '../directory/masjid-queries.ts'
import { ActionButton } from '../members/action-button.tsx'
import { BegunBadge, ConfirmedBadge, OpenBadge, TheirEmailUnverifiedBadge } from '../members/badges.tsx'
import { ConfirmEmailFirst } from '../members/email-confirmation.tsx'
import { useRestoreFocus } from '../members/restore-focus.ts'
import { acceptInvite, rejectInvite, revokeSentRequest } from '../proposals/actions.ts'
import { AcceptNotes, TooFarApartNote } from '../proposals/decision-notes.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { showFailure } from '../ui/toasts.tsx'
import { StandingBadge } from './standing-badge.tsx'
import { whoSeesPhoneId } from './who-sees-phone.tsx'

interface SlotCardProps {
  slot: Slot
  masjid: Masjid
}

/** A slot of a khutbah: its time, its khateeb, and the actions that the user may take. */
export function SlotCard({ slot, masjid }: SlotCardProps) {
  const id = useId()
  const card = useRef<HTMLElement>(null)
  useRestoreFocus(card)
  return (
    <Card
      ref={card}
      title={
        <span id={id}>
          <SlotTime time={slot.time.time} startsAt={slot.startsAt} timeZone={masjid.timeZone} />
        </span>
      }
      aside={<SlotBadge slot={slot} />}
    >
      <p>
        <span className="text-muted">{t`Khateeb:`}</span>{' '}
        {isUnassigned(slot) ? t`None` : <bdi className="font-medium">{slot.khateeb}</bdi>}
      </p>
      <SlotActions slot={slot} masjid={masjid} describedBy={id} />
    </Card>
  )
}

function SlotBadge({ slot }: { slot: Slot }) {
  if (slot.standing !== null) return <StandingBadge standing={slot.standing} />
  if (isOpen(slot)) return <OpenBadge />
  if (isUnassigned(slot)) return <BegunBadge />
  return <ConfirmedBadge />
}

interface SlotActionsProps extends SlotCardProps {
  /** Id of the text that names the slot. */
  describedBy: string
}

function SlotActions({ slot, masjid, describedBy }: SlotActionsProps) {
  const notesId = useId()
  const { role } = useSession()
  if (slot.standing === 'invited') {
    return (
      <>
        <div id={notesId} className="mt-2">
          {masjid.emailVerified === false && <TheirEmailUnverifiedBadge />}
          {slot.closesCount && <AcceptNotes closesCount={slot.closesCount} tooFarFrom={slot.tooFarFrom} />}
        </div>
        <div className="mt-4 grid grid-cols-2 gap-2">
          <ActionButton
            action={acceptInvite}
            given={{ ...slot, masjidEmail: masjid.email }}
            describedBy={`${describedBy} ${notesId}`}
            variant="soft"
          >
            {t`Accept`}
          </ActionButton>
          <ActionButton action={rejectInvite} given={slot} describedBy={describedBy}>
            {t`Reject`}
          </ActionButton>
        </div>
      </>
    )
  }
  if (slot.standing === 'requested') {
    return (
      <div className="mt-4 grid gap-3">
        <ActionButton action={revokeSentRequest} given={slot} describedBy={describedBy}>
          {t`Revoke`}
        </ActionButton>
        <RequestsLeft left={slot.requestsLeft} isPending />
      </div>
    )
  }
  if (slot.cannotRequest !== null)
    return <p className="mt-3 text-muted">{cannotRequestText(slot.cannotRequest)}</p>
  // Without a session, the server answers that no slot can be requested, and omits the masjid's email. If the session of a
  // khateeb has ended meanwhile, still show the button: clicking it explains why no request can be sent.
  const hasSessionEnded = role === 'khateeb' && masjid.email === undefined && isOpen(slot)
  if (!slot.canRequest && !hasSessionEnded) return null
  return (
    <>
      <div id={notesId}>
        <TooFarApartNote service={slot.tooFarFrom} />
      </div>
      <div className="mt-4 grid gap-3">
        <RequestToLead slot={slot} masjid={masjid} describedBy={`${describedBy} ${notesId}`} />
        <RequestsLeft left={slot.requestsLeft} />
      </div>
    </>
  )
}

/** How often the khateeb can still request the slot, from the second request on. */
export function RequestsLeft({
  left,
  isPending = false,
}: {
  left: Slot['requestsLeft']
  isPending?: boolean
}) {
  if (left === null) return null
  const text = isPending ? leftIfRevoked(left) : leftBefore(left)
  return <p className="text-muted">{text}</p>
}

function leftBefore(left: number): string {
  return plural(left, {
    one: 'You can request this slot one more time.',
    other: 'You can request this slot # more times.',
  })
}

function leftIfRevoked(left: number): string {
  if (left === 0)
    return t`This is your last request for this slot. If you revoke it, you can’t request it again.`
  return plural(left, {
    one: 'If you revoke it, you can request this slot one more time.',
    other: 'If you revoke it, you can request this slot # more times.',
  })
}

function cannotRequestText(why: NonNullable<Slot['cannotRequest']>): string {
  if (why === 'khateeb_busy') return t`You are booked somewhere else at that time.`
  if (why === 'not_accepting') return t`This masjid doesn’t accept requests from you.`
  if (why === 'you_blocked') return t`You have blocked this masjid.`
  return t`You have asked for this slot three times. Please get in touch with the masjid.`
}

/** `zone` is the zone of the slot's time, if the time needs it. */
const requestSlot: Action<Slot & { readonly zone: string | undefined }> = {
  run: ({ slotId }) => call(requestToLead, { khateebId: 'me', slotId }),
  done: (_, slot) => {
    const time = formatTime(slot.time.time, slot.zone)
    return t`Your request to lead the khutbah at ${time} has been sent.`
  },
  failed: (error) =>
    error instanceof CallFailed && error.code === 'not_signed_in'
      ? t`User data is not available.`
      : t`Failed to submit request. Please try again.`,
}

/** The button with which a khateeb requests a slot. */
export function RequestToLead({ slot, masjid, describedBy }: SlotActionsProps) {
  const zoneOf = useZoneLabel()
  const { mutate, isPending, error } = useAction(requestSlot)
  const ask = () => {
    // The server sends the email only to signed-in callers.
    if (masjid.email === undefined) return showFailure(t`Masjid email is missing. Cannot send request.`)
    return mutate({ ...slot, zone: zoneOf({ startsAt: slot.startsAt, timeZone: masjid.timeZone }) })
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <Button
        variant="soft"
        busy={isPending}
        aria-describedby={`${describedBy} ${whoSeesPhoneId}`}
        onClick={ask}
      >
        {t`Request to Lead`}
      </Button>
      <ConfirmEmailFirst error={error} />
    </div>
  )
}
