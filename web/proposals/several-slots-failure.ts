import { CallFailed } from '../../contract/client.ts'
import { failureMessage, isOutcomeUnknown } from '../app/failure-message.ts'
import { formatDate, formatTime } from '../app/format.ts'
import { zoneLabelOf } from '../app/slot-time.tsx'
import type { DatedSlot } from './open-slots.ts'

/**
 * Returns why a call about several slots failed. The text begins with the date and time of the slot that caused the failure, if the error
 * names one.
 */
export function reasonWithSlot(error: Error, slots: readonly DatedSlot[]): string {
  const slotId = error instanceof CallFailed ? error.about?.slotId : undefined
  const slot = slots.find((it) => it.slotId === slotId)
  const reason = (error instanceof CallFailed && Object.values(error.fields)[0]) || failureMessage(error)
  return slot === undefined
    ? reason
    : `${formatDate(slot.khutbahDate)}, ${formatTime(slot.khutbahTime, zoneLabelOf(slot))}: ${reason}`
}

/**
 * Returns why a change of several slots failed, for a toast. Calls `withNothingDone` to add that the server has changed nothing, except if
 * the response was lost, because then the server may have made the change.
 */
export function severalSlotsFailureText(
  error: Error,
  slots: readonly DatedSlot[],
  withNothingDone: (reason: string) => string,
): string {
  const reason = reasonWithSlot(error, slots)
  return isOutcomeUnknown(error) ? reason : withNothingDone(reason)
}
