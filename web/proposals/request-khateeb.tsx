import { t } from '@lingui/core/macro'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { CallFailed } from '../../contract/client.ts'
import { requestKhateeb } from '../../contract/proposals.ts'
import { call } from '../app/call.ts'
import { formatDate, formatTime } from '../app/format.ts'
import { sentenceOf } from '../app/sentences.ts'
import { ConfirmEmailFirst } from '../members/confirm-email-first.tsx'
import { refreshScreen } from '../members/refresh-screen.ts'
import { Button } from '../ui/button.tsx'
import { showFailure, showSuccess } from '../ui/toasts.tsx'
import type { SlotName } from './slot-choice.ts'

interface RequestKhateebProps {
  khateeb: { readonly uid: string; readonly name: string }
  /** Where to invite him; undefined while none is chosen. */
  slot: SlotName | undefined
  /** Whether the masjid's own record, and so its slots, is there. */
  isMasjidLoaded: boolean
  /** It was pressed without a slot: mark the picker. */
  onNoSlot?: () => void
  onSent?: () => void
}

/** Invites a khateeb to the slot that was chosen for him. */
export function RequestKhateeb({ khateeb, slot, isMasjidLoaded, onNoSlot, onSent }: RequestKhateebProps) {
  const nameId = useId()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (chosen: SlotName) =>
      call(requestKhateeb, { masjidUid: 'me', khateebUid: khateeb.uid, slotId: chosen.slotId }),
    onSuccess: (_, { khutbahDate, khutbahTime }) => {
      const { name } = khateeb
      const date = formatDate(khutbahDate)
      const time = formatTime(khutbahTime)
      showSuccess(t`Invite sent to ${name} for ${date} at ${time}`)
      onSent?.()
      return refreshScreen()
    },
    onError: (error) => {
      const { text, reason } = wordsOfFailure(error)
      showFailure(text, { reason })
      void refreshScreen()
    },
  })
  const ask = () => {
    if (!isMasjidLoaded) return showFailure(t`Masjid info not loaded yet.`)
    if (slot !== undefined) return mutate(slot)
    showFailure(t`Please select a khutbah slot first.`)
    return onNoSlot?.()
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

interface Words {
  readonly text: string
  readonly reason?: string
}

/** There are three kinds: no answer, a server that could not, and one that said why it would not. */
function wordsOfFailure(error: Error): Words {
  if (!(error instanceof CallFailed) || error.code === 'internal')
    return { text: t`Failed to send invite: Unknown error` }
  const reason = sentenceOf(error)
  if (error.status === 0) return { text: t`Error sending invite. Please try again.` }
  if (error.status === 503 || error.status === 429) return { text: t`Invite failed.`, reason }
  return { text: t`Failed to send invite: ${reason}` }
}
