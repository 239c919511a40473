import { t } from '@lingui/core/macro'
import { Suspense } from 'react'
import { lazyPart } from '../app/lazy-part.tsx'
import { useSession } from '../app/session.ts'
import { useZoneLabel } from '../app/slot-time.tsx'
import { useAction } from '../app/use-action.ts'
import { isOpen, type Masjid, mustConfirmAgain, type Slot } from '../directory/masjid-queries.ts'
import { ActionButton } from '../members/action-button.tsx'
import { ConfirmEmailNotice } from '../members/email-confirmation.tsx'
import { acceptInvite, rejectInvite, revokeSentRequest, slotToastScope } from '../proposals/actions.ts'
import { AcceptNotes, TooFarApartNote } from '../proposals/decision-notes.tsx'
import { requestSlot } from '../proposals/request-slot.ts'
import { Button } from '../ui/button.tsx'
import { showFailure } from '../ui/toasts.tsx'
import { phoneVisibilityNoticeId } from './phone-visibility-notice.tsx'

/** A slot of a masjid, as the signed-in user sees it. */
export interface SlotProps {
  slot: Slot
  masjid: Masjid
}

/** Says what a khateeb should know before he presses a button of the slot. */
export function SlotNotes({ slot, masjid }: SlotProps) {
  const { closesCount, tooFarFrom, beyondYourLimits } = slot
  return (
    <>
      {closesCount === null ? (
        <TooFarApartNote slot={tooFarFrom} />
      ) : (
        <AcceptNotes closesCount={closesCount} tooFarFrom={tooFarFrom} />
      )}
      {(slot.language !== null ||
        slot.note !== '' ||
        slot.topic !== null ||
        beyondYourLimits.length > 0 ||
        mustConfirmAgain(slot)) && (
        <Suspense>
          <SlotRemarks slot={slot} masjid={masjid} />
        </Suspense>
      )}
    </>
  )
}

/** Loaded only when needed, because few slots have remarks. */
const SlotRemarks = lazyPart(async () => (await import('./slot-remarks.tsx')).SlotRemarks)

export interface SlotButtonsProps extends SlotProps {
  /** Ids of the texts that name the slot, and of its `SlotNotes`. */
  describedBy: string
}

/** The khateeb's buttons for a slot: to answer an invite, revoke his request, confirm a new time, name his topic, or request the slot. */
export function SlotButtons(props: SlotButtonsProps) {
  const { slot, masjid, describedBy } = props
  const { role } = useSession()
  if (slot.standing === 'invited') {
    return (
      <div className={buttonsClass}>
        <ActionButton
          action={acceptInvite}
          given={{ ...slot, masjidEmail: masjid.email }}
          group={slot.slotId}
          describedBy={describedBy}
          variant="soft"
        >
          {t`Accept`}
        </ActionButton>
        <ActionButton action={rejectInvite} given={slot} group={slot.slotId} describedBy={describedBy}>
          {t`Reject`}
        </ActionButton>
      </div>
    )
  }
  if (slot.standing === 'requested') {
    return (
      <div className={buttonsClass}>
        <ActionButton action={revokeSentRequest} given={slot} describedBy={describedBy}>
          {t`Revoke`}
        </ActionButton>
      </div>
    )
  }
  if (slot.standing === 'confirmed' && !slot.begun) {
    return (
      <Suspense>
        <ConfirmedKhateebButtons {...props} />
      </Suspense>
    )
  }
  // If the khateeb's session has ended, the server says that no slot can be requested, and omits the masjid's email. Still show the
  // button, because a press on it explains why no request can be sent.
  const hasSessionEnded = role === 'khateeb' && masjid.email === undefined && isOpen(slot)
  return slot.canRequest || hasSessionEnded ? <RequestToLead {...props} /> : null
}

/** Loaded only when needed, because a khateeb is confirmed for few slots. */
const ConfirmedKhateebButtons = lazyPart(
  async () => (await import('./confirmed-khateeb-buttons.tsx')).ConfirmedKhateebButtons,
)

const buttonsClass = 'grid auto-cols-fr grid-flow-col gap-2'

/**
 * Says why the khateeb can’t request the slot, or how many more times he can. Loaded only when needed, because few slots have this note.
 */
export function RequestNote({ slot, masjid }: SlotProps) {
  return slot.cannotRequest === null && slot.requestsLeft === null ? null : (
    <Suspense>
      <LazyRequestNote slot={slot} masjid={masjid} />
    </Suspense>
  )
}

const LazyRequestNote = lazyPart(async () => (await import('./request-note.tsx')).RequestNote)

function RequestToLead({ slot, masjid, describedBy }: SlotButtonsProps) {
  const zoneOf = useZoneLabel()
  const { mutate, isPending, error } = useAction(requestSlot)
  const sendRequest = () => {
    // The response has the masjid’s email address only if the caller is signed in.
    if (masjid.email === undefined)
      return showFailure(t`Masjid email is missing. Cannot send request.`, { scope: slotToastScope(slot) })
    return mutate({ ...slot, zone: zoneOf({ startsAt: slot.startsAt, timeZone: masjid.timeZone }) })
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <Button
        variant="soft"
        busy={isPending}
        aria-describedby={`${describedBy} ${phoneVisibilityNoticeId}`}
        onClick={sendRequest}
      >
        {t`Request to Lead`}
      </Button>
      <ConfirmEmailNotice error={error} />
    </div>
  )
}
