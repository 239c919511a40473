import { t } from '@lingui/core/macro'
import { CallFailed } from '../../contract/client.ts'
import { requestToLead } from '../../contract/proposals.ts'
import { call } from '../app/api-call.ts'
import { formatTime } from '../app/format.ts'
import { lingui } from '../app/i18n.ts'
import type { Action } from '../app/use-action.ts'
import { messages } from '../words/request-slot.en.po'
import { slotTopic } from './actions.ts'

lingui.load('en', messages)

interface RequestedSlot {
  readonly slotId: string
  /** The start that the khateeb has read. */
  readonly startsAt: string
  readonly time: { readonly time: string }
  /** The zone of the slot's time, if the time needs it. */
  readonly zone: string | undefined
  /** Revokes the request. The toast offers it if the screen doesn't. */
  readonly undo?: () => void
}

/** A khateeb requests a slot. */
export const requestSlot: Action<RequestedSlot> = {
  run: ({ slotId, startsAt }) => call(requestToLead, { khateebId: 'me', slotId, seenStart: startsAt }),
  done: (_, { undo, ...slot }) => {
    const time = formatTime(slot.time.time, slot.zone)
    const text = t`Your request to lead the khutbah at ${time} has been sent.`
    return { text, undo: undo && { label: t`Undo`, run: undo } }
  },
  failed: (error) =>
    error instanceof CallFailed && error.code === 'not_signed_in'
      ? t`User data is not available.`
      : t`Failed to submit request. Please try again.`,
  topic: slotTopic,
}
