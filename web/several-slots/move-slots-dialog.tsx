import { plural, t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailed } from '../../contract/client.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { moveSlots, previewMoves } from '../../contract/slot-moves.ts'
import { call } from '../app/api-call.ts'
import { isUnreachable } from '../app/failure-message.ts'
import { lingui } from '../app/i18n.ts'
import { minutesAfterMidnight, timeOf } from '../app/minutes-of-day.ts'
import { type Action, useAction } from '../app/use-action.ts'
import { SlotDateTime } from '../members/slot-date-time.tsx'
import { MoveConsequences, moveRefusal } from '../proposals/move-consequences.tsx'
import type { DatedSlot } from '../proposals/open-slots.ts'
import { reasonWithSlot, severalSlotsFailureText } from '../proposals/several-slots-failure.ts'
import { useFirstValue } from '../proposals/use-first-value.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'
import { messages } from '../words/several-slots.en.po'

lingui.load('en', messages)

type Preview = OutputOf<typeof previewMoves>

interface MoveSlotsDialogProps {
  /** At least one, soonest first. */
  slots: readonly DatedSlot[]
  onClose: () => void
  onDone: () => void
}

/** The dialog that moves several slots. The masjid picks the first slot's new time, and the others move by the same number of minutes. */
export function MoveSlotsDialog({ slots: given, onClose, onDone }: MoveSlotsDialogProps) {
  const [slots, showCurrent] = useFirstValue(given)
  const [first] = slots
  const [time, setTime] = useState(first?.khutbahTime ?? '')
  const minutes = minutesAfterMidnight(time) - minutesAfterMidnight(first?.khutbahTime ?? '')
  const preview = usePreview(slots, minutes)
  const move: Action<Preview['targets'], OutputOf<typeof moveSlots>> = {
    // Sends the starts on the screen, so that the server refuses the move if a colleague has moved a slot meanwhile.
    run: (targets) =>
      call(moveSlots, {
        masjidUid: 'me',
        moves: targets.map((it) => ({ ...it, seenStart: startOf(slots, it.slotId) })),
      }),
    done: ({ moved }) => plural(moved, { one: '# khutbah has moved.', other: '# khutbahs have moved.' }),
    failed: (error) => ({
      text: severalSlotsFailureText(error, slots, (reason) => t`Nothing was moved. ${reason}`),
      reason: undefined,
    }),
  }
  const { mutate, isPending } = useAction(move, { onDone, onRefused: showCurrent })
  if (first === undefined) return null
  const error = preview.error === null ? undefined : reasonWithSlot(preview.error, slots)
  const targets = preview.data?.targets
  const canRetryPreview = wasNotChecked(preview.error)
  return (
    <Dialog
      onClose={onClose}
      title={plural(slots.length, {
        one: 'Change the time of # khutbah',
        other: 'Change the time of # khutbahs',
      })}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (targets !== undefined) mutate(targets)
          else void preview.refetch()
        }}
      >
        <p className="text-muted">{t`The first of them is now:`}</p>
        <div className="mb-4 font-semibold">
          <SlotDateTime date={first.khutbahDate} time={first.khutbahTime} startsAt={first.startsAt} />
        </div>
        <TextField
          label={t`New time`}
          hint={slots.length > 1 ? t`The others move by the same amount.` : undefined}
          type="time"
          value={time}
          error={moveRefusal(error)}
          onChange={(event) => setTime(event.target.value)}
        />
        <ShiftButtons time={time} onShift={setTime} />
        <output className="mt-4 block min-h-12">{preview.data && <Consequences of={preview.data} />}</output>
        <DialogActions onCancel={onClose}>
          <Button
            type="submit"
            busy={isPending || preview.isRefetching}
            busyText={isPending ? t`Moving...` : undefined}
            disabled={targets === undefined && !canRetryPreview}
          >
            {plural(slots.length, { one: 'Move # Khutbah', other: 'Move # Khutbahs' })}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Buttons for the usual changes: 15 minutes, and an hour, as for daylight saving time. */
function ShiftButtons({ time, onShift }: { time: string; onShift: (time: string) => void }) {
  const shifts: readonly (readonly [number, string])[] = [
    [-60, t`1 hour earlier`],
    [-15, t`15 minutes earlier`],
    [15, t`15 minutes later`],
    [60, t`1 hour later`],
  ]
  return (
    <div className="mt-3 grid grid-cols-2 gap-2">
      {shifts.map(([minutes, text]) => {
        const shifted = timeOf(minutesAfterMidnight(time) + minutes)
        return (
          <Button
            key={minutes}
            variant="secondary"
            disabled={shifted === undefined}
            onClick={() => shifted !== undefined && onShift(shifted)}
          >
            {text}
          </Button>
        )
      })}
    </div>
  )
}

/** Whether the server did not check the move, because it was unreachable or busy. Then a press on the button requests the preview again. */
function wasNotChecked(error: Error | null): boolean {
  return isUnreachable(error) || (error instanceof CallFailed && error.status === 429)
}

function startOf(slots: readonly DatedSlot[], slotId: string): string | undefined {
  return slots.find((it) => it.slotId === slotId)?.startsAt
}

function usePreview(slots: readonly DatedSlot[], minutes: number) {
  const moving = slots.map(({ slotId }) => slotId).join(',')
  return useQuery({
    queryKey: ['moves-preview', moving, minutes],
    queryFn: () => call(previewMoves, { uid: 'me', moving, minutes: String(minutes) }),
    enabled: Number.isFinite(minutes) && minutes !== 0,
    // Not cached, because other users' actions change the preview.
    gcTime: 0,
    retry: false,
  })
}

function Consequences({ of: { askedAgain, staysConfirmed, movesAlong, closes } }: { of: Preview }) {
  const along = movesAlong.invites + movesAlong.requests
  const closing = closes.invites + closes.requests
  return (
    <MoveConsequences closing={closing} affectsNobody={askedAgain + staysConfirmed + along + closing === 0}>
      {askedAgain > 0 && (
        <li>
          {plural(askedAgain, {
            one: 'The khateeb of # khutbah will be asked to confirm the new time.',
            other: 'The khateebs of # khutbahs will be asked to confirm the new time.',
          })}
        </li>
      )}
      {staysConfirmed > 0 && (
        <li>
          {plural(staysConfirmed, {
            one: 'The khateeb of # khutbah stays confirmed, and will get an email.',
            other: 'The khateebs of # khutbahs stay confirmed, and will get an email.',
          })}
        </li>
      )}
      {along > 0 && (
        <li>
          {plural(along, {
            one: '# request or invite moves with its khutbah.',
            other: '# requests or invites move with their khutbahs.',
          })}
        </li>
      )}
    </MoveConsequences>
  )
}
