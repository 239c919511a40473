import { t } from '@lingui/core/macro'
import { useMutation } from '@tanstack/react-query'
import { CallFailed } from '../../contract/client.ts'
import { requestToLead } from '../../contract/proposals.ts'
import { call } from '../app/call.ts'
import { formatTime } from '../app/format.ts'
import { reasonOf } from '../app/sentences.ts'
import type { Slot } from '../directory/masjid-query.ts'
import { ConfirmEmailFirst } from '../members/confirm-email-first.tsx'
import { refreshScreen } from '../members/refresh-screen.ts'
import { Button } from '../ui/button.tsx'
import { showFailure, showSuccess } from '../ui/toasts.tsx'

interface RequestToLeadProps {
  slot: Pick<Slot, 'slotId' | 'time'>
  /** The server tells it to the signed in only. */
  masjidEmail: string | undefined
  /** Id of the text that says which slot. */
  describedBy: string
}

/** The khateeb asks the masjid for a slot. */
export function RequestToLead({ slot, masjidEmail, describedBy }: RequestToLeadProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(requestToLead, { khateebId: 'me', slotId: slot.slotId }),
    onSuccess: () => {
      const time = formatTime(slot.time.time)
      showSuccess(t`Your request to lead the khutbah at ${time} has been sent.`)
      return refreshScreen()
    },
    onError: (error) => {
      showFailure(wordsOfFailure(error), { reason: reasonOf(error) })
      return refreshScreen()
    },
  })
  const ask = () => {
    if (masjidEmail === undefined) return showFailure(t`Masjid email is missing. Cannot send request.`)
    return mutate()
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

function wordsOfFailure(error: Error): string {
  const isNobody = error instanceof CallFailed && error.code === 'not_signed_in'
  return isNobody ? t`User data is not available.` : t`Failed to submit request. Please try again.`
}
