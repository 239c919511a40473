import { plural, t } from '@lingui/core/macro'
import { requestSlots } from '../../contract/proposals.ts'
import { call } from '../app/api-call.ts'
import { lingui } from '../app/i18n.ts'
import { type Action, useAction } from '../app/use-action.ts'
import { ConfirmEmailNotice } from '../members/email-confirmation.tsx'
import { Button } from '../ui/button.tsx'
import { messages } from '../words/several-requests.en.po'
import type { DatedSlot } from './open-slots.ts'
import { severalSlotsFailureText } from './several-slots-failure.ts'

lingui.load('en', messages)

const request: Action<readonly DatedSlot[]> = {
  // Sends the starts on the screen, so that the server refuses a slot that has moved since.
  run: (slots) =>
    call(requestSlots, {
      khateebUid: 'me',
      slots: slots.map(({ slotId, startsAt }) => ({ slotId, seenStart: startsAt })),
    }),
  done: (_, { length }) =>
    plural(length, {
      one: 'Your request to lead # khutbah has been sent.',
      other: 'Your requests to lead # khutbahs have been sent.',
    }),
  failed: (error, _, slots) => ({
    text: severalSlotsFailureText(error, slots, (reason) => t`No request was sent. ${reason}`),
    reason: undefined,
  }),
}

interface RequestSelectedSlotsProps {
  /** At least one. */
  slots: readonly (DatedSlot & { timeZone: string | null })[]
  /** Ids of texts that say more about the slots. */
  describedBy?: string
  onClear: () => void
  /** Called with the requested slots. The user may have changed the selection since the press. */
  onDone: (requested: readonly DatedSlot[]) => void
}

/** The buttons below a list in which a khateeb selects slots: one requests all of them in one call, one clears the selection. */
export function RequestSelectedSlots({ slots, describedBy, onClear, onDone }: RequestSelectedSlotsProps) {
  const { mutate, isPending, error } = useAction(request, { onDone: (_, requested) => onDone(requested) })
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button busy={isPending} aria-describedby={describedBy} onClick={() => mutate(slots)}>
          {plural(slots.length, { one: 'Request # Slot', other: 'Request # Slots' })}
        </Button>
        <Button variant="secondary" onClick={onClear}>
          {t`Clear`}
        </Button>
      </div>
      <ConfirmEmailNotice error={error} />
    </>
  )
}
