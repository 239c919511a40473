import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import type { OutputOf } from '../../contract/endpoint.ts'
import { moveSlot, previewMove } from '../../contract/slot-moves.ts'
import { call } from '../app/api-call.ts'
import { lingui } from '../app/i18n.ts'
import type { Action } from '../app/use-action.ts'
import { fieldErrorsOf } from '../forms/form-errors.ts'
import { useFormAction } from '../forms/use-form-action.ts'
import { SlotDateTime } from '../members/slot-date-time.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'
import { UserText } from '../ui/user-text.tsx'
import { messages } from '../words/move-slot.en.po'
import { slotToastScope } from './actions.ts'
import { DateField } from './date-field.tsx'
import { MoveConsequences, moveRefusal } from './move-consequences.tsx'
import { useFirstValue } from './use-first-value.ts'

lingui.load('en', messages)

/** The slot as the screen shows it. */
export interface SlotToMove {
  readonly slotId: string
  readonly khutbahDate: string
  readonly khutbahTime: string
  readonly startsAt: string
}

interface FormValues {
  toDate: string
  toTime: string
}

interface MoveSlotDialogProps {
  slot: SlotToMove
  onClose: () => void
  onMoved: ((date: string) => void) | undefined
}

/** The dialog in which a masjid moves a slot. Shows the effects of the move before the masjid confirms it. */
export function MoveSlotDialog({ slot, onClose, onMoved }: MoveSlotDialogProps) {
  const [{ slotId, khutbahDate, khutbahTime, startsAt }, showCurrent] = useFirstValue(slot)
  const form = useForm<FormValues>({ defaultValues: { toDate: khutbahDate, toTime: khutbahTime } })
  const { register, control } = form
  const { errors, isSubmitting } = form.formState
  const target = useWatch({ control })
  const isOther = target.toDate !== khutbahDate || target.toTime !== khutbahTime
  const preview = usePreview(slotId, target, isOther && !isSubmitting)
  const refusals = preview.error === null ? {} : fieldErrorsOf(preview.error)

  const move: Action<FormValues, OutputOf<typeof moveSlot>> = {
    // Sends the start on the screen, so that the server refuses the move if a colleague has moved the slot meanwhile.
    run: (to) => call(moveSlot, { masjidUid: 'me', slotId, seenStart: startsAt, ...to }),
    done: (result) =>
      result.changed
        ? { text: doneTexts()[result.assignment] }
        : { text: t`This khutbah is at that time already.`, isInfo: true },
    failed: () => t`Failed to move the khutbah.`,
  }
  const submit = useFormAction(form, move, {
    scope: slotToastScope({ slotId }),
    onDone: (_, { toDate }) => {
      onClose()
      onMoved?.(toDate)
    },
    onRefused: showCurrent,
  })

  return (
    <Dialog onClose={onClose} title={t`Move this khutbah`}>
      <form noValidate onSubmit={submit}>
        <p className="text-muted">{t`Now:`}</p>
        <div className="mb-4 font-semibold">
          <SlotDateTime date={khutbahDate} time={khutbahTime} startsAt={startsAt} />
        </div>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))] items-start gap-4">
          <DateField
            label={t`New date`}
            date={target.toDate ?? ''}
            error={errors.toDate?.message ?? moveRefusal(refusals['toDate'])}
            {...register('toDate', { required: t`Please choose a date.` })}
          />
          <TextField
            label={t`New time`}
            type="time"
            error={errors.toTime?.message ?? moveRefusal(refusals['toTime'])}
            {...register('toTime', {
              required: t`Please enter a time.`,
              validate: (time, { toDate }) =>
                time !== khutbahTime || toDate !== khutbahDate || t`Please choose another date or time.`,
            })}
          />
        </div>
        <output className="mt-4 block min-h-12">
          {isOther && preview.data && <Consequences of={preview.data} />}
        </output>
        <DialogActions onCancel={onClose}>
          <Button type="submit" busy={isSubmitting} busyText={t`Moving...`}>
            {t`Move Khutbah`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type Preview = OutputOf<typeof previewMove>

function usePreview(slotId: string, { toDate = '', toTime = '' }: Partial<FormValues>, enabled: boolean) {
  return useQuery({
    queryKey: ['move-preview', slotId, toDate, toTime],
    queryFn: () => call(previewMove, { uid: 'me', slotId, toDate, toTime }),
    enabled: enabled && toDate !== '' && toTime !== '',
    // Not cached, because other users' actions change the preview.
    gcTime: 0,
    retry: false,
  })
}

const doneTexts = (): Readonly<Record<Preview['assignment'], string>> => ({
  none: t`The khutbah has moved.`,
  stays_confirmed: t`The khutbah has moved. Its khateeb stays confirmed and gets an email.`,
  asked_again: t`The khutbah has moved. Its khateeb is asked to confirm the new time.`,
})

function Consequences({ of: { assignment, khateebName, movesAlong, closes } }: { of: Preview }) {
  const name = <UserText text={khateebName ?? ''} />
  const closing = closes.invites + closes.requests
  return (
    <MoveConsequences
      closing={closing}
      affectsNobody={assignment === 'none' && movesAlong.requests + movesAlong.invites + closing === 0}
    >
      {assignment === 'asked_again' && (
        <li>
          <Trans>{name} is confirmed, and will be asked to confirm the new time.</Trans>
        </li>
      )}
      {assignment === 'stays_confirmed' && (
        <li>
          <Trans>{name} stays confirmed, and will get an email.</Trans>
        </li>
      )}
      {movesAlong.requests > 0 && (
        <li>
          {plural(movesAlong.requests, {
            one: '# request moves with the khutbah.',
            other: '# requests move with the khutbah.',
          })}
        </li>
      )}
      {movesAlong.invites > 0 && (
        <li>
          {plural(movesAlong.invites, {
            one: '# invite moves with the khutbah.',
            other: '# invites move with the khutbah.',
          })}
        </li>
      )}
    </MoveConsequences>
  )
}
