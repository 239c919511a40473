import { t } from '@lingui/core/macro'
import { useId } from 'react'
import { CallFailed } from '../../contract/client.ts'
import { requestKhateeb } from '../../contract/proposals.ts'
import { call } from '../app/api-call.ts'
import { sentenceOf } from '../app/failure-sentences.ts'
import { formatDate, formatTime } from '../app/format.ts'
import { type Action, useAction } from '../app/use-action.ts'
import { ConfirmEmailFirst } from '../members/email-confirmation.tsx'
import { Button } from '../ui/button.tsx'
import { showFailure } from '../ui/toasts.tsx'
import type { DatedSlot } from './open-slots.ts'

interface RequestKhateebProps {
  khateeb: { readonly uid: string; readonly name: string }
  /** The slot to invite the khateeb to; undefined until one is chosen. */
  slot: DatedSlot | undefined
  /** Whether the masjid's own record is loaded. */
  isMasjidLoaded: boolean
  /** Called if the button is clicked without a slot: mark the picker. */
  onNoSlot: () => void
}

interface Invite {
  readonly khateeb: RequestKhateebProps['khateeb']
  readonly slot: DatedSlot
}

const invite: Action<Invite> = {
  run: ({ khateeb, slot }) =>
    call(requestKhateeb, { masjidUid: 'me', khateebUid: khateeb.uid, slotId: slot.slotId }),
  done: (_, { khateeb, slot }) => {
    const { name } = khateeb
    const date = formatDate(slot.khutbahDate)
    const time = formatTime(slot.khutbahTime)
    return t`Invite sent to ${name} for ${date} at ${time}`
  },
  failed: whyNotInvited,
}

/** The button that invites a khateeb to the chosen slot. */
export function RequestKhateeb({ khateeb, slot, isMasjidLoaded, onNoSlot }: RequestKhateebProps) {
  const nameId = useId()
  const { mutate, isPending, error } = useAction(invite)
  const ask = () => {
    if (!isMasjidLoaded) return showFailure(t`Masjid info not loaded yet.`)
    if (slot !== undefined) return mutate({ khateeb, slot })
    showFailure(t`Please select a khutbah slot first.`)
    return onNoSlot()
  }
  return (
    <div className="grid gap-3">
      <span id={nameId} hidden>
        {khateeb.name}
      </span>
      <Button variant="secondary" wide busy={isPending} aria-describedby={nameId} onClick={ask}>
        {t`Request This Khateeb`}
      </Button>
      <ConfirmEmailFirst error={error} />
    </div>
  )
}

/** Distinguishes no answer, a busy server (429, 503), a refusal with a reason, and an unknown error. */
function whyNotInvited(error: Error): ReturnType<Action<never>['failed']> {
  if (!(error instanceof CallFailed) || error.code === 'internal')
    return { text: t`Failed to send invite: Unknown error` }
  const reason = sentenceOf(error)
  if (error.status === 0) return { text: t`Error sending invite. Please try again.` }
  if (error.status === 503 || error.status === 429) return { text: t`Invite failed.`, reason }
  return { text: t`Failed to send invite: ${reason}` }
}
