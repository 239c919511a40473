import { t } from '@lingui/core/macro'
import { CallFailed } from '../../contract/client.ts'
import { requestToLead } from '../../contract/proposals.ts'
import { call } from '../app/api-call.ts'
import { formatTime } from '../app/format.ts'
import { lingui } from '../app/i18n.ts'
import type { Action } from '../app/use-action.ts'
import { messages } from '../words/request-slot.en.po'
import { slotToastScope } from './actions.ts'

lingui.load('en', messages)

interface RequestedSlot {
  readonly slotId: string
  /** The start on the screen. */
  readonly startsAt: string
  readonly time: { readonly time: string }
  /** The label of the slot's time zone, if the time needs one. */
  readonly zone: string | undefined
  /** Revokes the request. If given, the toast has an Undo button. */
  readonly undo?: () => void
}

/** Requests a slot for the signed-in khateeb. */
export const requestSlot: Action<RequestedSlot> = {
  run: ({ slotId, startsAt }) => call(requestToLead, { khateebId: 'me', slotId, seenStart: startsAt }),
  done: (_, { undo, ...slot }) => {
    const time = formatTime(slot.time.time, slot.zone)
    const text = t`Your request to lead the khutbah at ${time} has been sent.`
    return { text, undo: undo && { label: t`Undo`, run: undo } }
  },
  // The specification gives both sentences, the first for missing data of the user.
  failed: (error) =>
    error instanceof CallFailed && error.code === 'not_signed_in'
      ? t`User data is not available.`
      : t`Failed to submit request. Please try again.`,
  textAsksForRetry: true,
  scope: slotToastScope,
}
