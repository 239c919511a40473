import { plural, t } from '@lingui/core/macro'
import { useId } from 'react'
import { askForApproval } from '../../contract/our-khateebs.ts'
import { call } from '../app/api-call.ts'
import { lingui } from '../app/i18n.ts'
import { type Action, useAction } from '../app/use-action.ts'
import { useIsHydrating } from '../app/use-is-hydrating.ts'
import type { Slot } from '../directory/masjid-queries.ts'
import { ConfirmEmailNotice } from '../members/email-confirmation.tsx'
import { Button } from '../ui/button.tsx'
import { messages } from '../words/request-note.en.po'
import type { SlotProps } from './slot-actions.tsx'

lingui.load('en', messages)

type Reason = NonNullable<Slot['cannotRequest']>

const ask: Action<string> = {
  run: (slotId) => call(askForApproval, { khateebUid: 'me', slotId }),
  done: () => t`You have asked for approval. We’ll tell you when the masjid approves you.`,
  failed: () => t`Failed to ask for approval.`,
}

/** Says why a khateeb can’t request a slot, or how many more times he can. */
export function RequestNote({ slot, masjid }: SlotProps) {
  const { standing, cannotRequest, requestsLeft } = slot
  if (standing === 'invited' || standing === 'confirmed') return null
  if (standing === null && cannotRequest !== null)
    return <CannotRequestNote reason={cannotRequest} slot={slot} masjid={masjid} />
  if (requestsLeft === null) return null
  return (
    <p className="text-muted">
      {standing === 'requested' ? requestsLeftIfRevokedText(requestsLeft) : requestsLeftText(requestsLeft)}
    </p>
  )
}

function requestsLeftText(left: number): string {
  return plural(left, {
    one: 'You can request this slot one more time.',
    other: 'You can request this slot # more times.',
  })
}

function requestsLeftIfRevokedText(left: number): string {
  if (left === 0)
    return t`This is your last request for this slot. If you revoke the request, you can’t request the slot again.`
  return plural(left, {
    one: 'If you revoke your request, you can request this slot one more time.',
    other: 'If you revoke your request, you can request this slot # more times.',
  })
}

/** If only the masjid's approval is missing, the khateeb can ask for it once. */
function CannotRequestNote({ reason, slot, masjid }: SlotProps & { reason: Reason }) {
  const id = useId()
  // This script loads late, and React drops presses on a button that it has not hydrated yet. So the button is busy until then.
  const isHydrating = useIsHydrating()
  const { mutate, isPending, error } = useAction(ask)
  return (
    <div className="grid justify-items-start gap-2 text-muted">
      <p id={id}>{sentences[reason]()}</p>
      {reason === 'approval_needed' &&
        (masjid.askedForApproval ? (
          <p>{t`You have asked for approval.`}</p>
        ) : (
          <Button
            variant="secondary"
            busy={isPending || isHydrating}
            aria-describedby={id}
            onClick={() => mutate(slot.slotId)}
          >
            {t`Ask for Approval`}
          </Button>
        ))}
      <ConfirmEmailNotice error={error} />
    </div>
  )
}

const sentences: Record<Reason, () => string> = {
  khateeb_busy: () => t`You are already booked at that time.`,
  too_many_proposals: () => t`You have asked for this slot three times. Please get in touch with the masjid.`,
  not_accepting: () => t`This masjid doesn’t accept requests from you.`,
  you_blocked: () => t`You have blocked this masjid.`,
  approval_needed: () => t`This masjid takes requests only from khateebs it has approved.`,
  requests_not_taken: () => t`This masjid isn’t taking requests from you.`,
}
