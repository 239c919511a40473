import { t } from '@lingui/core/macro'
import { CallFailed } from '../../contract/client.ts'
import { requestToLead } from '../../contract/proposals.ts'
import { call } from '../app/api-call.ts'
import { formatTime } from '../app/format.ts'
import { type Action, useAction } from '../app/use-action.ts'
import type { Slot } from '../directory/masjid-queries.ts'
import { ConfirmEmailFirst } from '../members/email-confirmation.tsx'
import { Button } from '../ui/button.tsx'
import { showFailure } from '../ui/toasts.tsx'

interface RequestToLeadProps {
  slot: Pick<Slot, 'slotId' | 'time'>
  /** Undefined if the server answered as to a signed-out visitor. */
  masjidEmail: string | undefined
  /** Id of the text that names the slot. */
  describedBy: string
}

const requestSlot: Action<Pick<Slot, 'slotId' | 'time'>> = {
  run: ({ slotId }) => call(requestToLead, { khateebId: 'me', slotId }),
  done: (_, slot) => {
    const time = formatTime(slot.time.time)
    return t`Your request to lead the khutbah at ${time} has been sent.`
  },
  failed: (error) =>
    error instanceof CallFailed && error.code === 'not_signed_in'
      ? t`User data is not available.`
      : t`Failed to submit request. Please try again.`,
}

/** The button with which a khateeb requests a slot. */
export function RequestToLead({ slot, masjidEmail, describedBy }: RequestToLeadProps) {
  const { mutate, isPending, error } = useAction(requestSlot)
  const ask = () => {
    if (masjidEmail === undefined) return showFailure(t`Masjid email is missing. Cannot send request.`)
    return mutate(slot)
  }
  return (
    <div className="grid gap-3">
      <Button variant="soft" busy={isPending} aria-describedby={describedBy} onClick={ask}>
        {t`Request to Lead`}
      </Button>
      <ConfirmEmailFirst error={error} />
    </div>
  )
}
