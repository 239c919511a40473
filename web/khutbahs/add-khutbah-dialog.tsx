import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { OutputOf } from '../../contract/endpoint.ts'
import { addKhutbah, maxSlotsPerDate } from '../../contract/khutbahs.ts'
import { call } from '../app/api-call.ts'
import { useZoneLabel } from '../app/slot-time.tsx'
import { commonZoneName } from '../app/time-zones.ts'
import type { Action } from '../app/use-action.ts'
import type { MasjidRecord } from '../directory/record-queries.ts'
import { useFormAction } from '../forms/use-form-action.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'
import { showFailure } from '../ui/toasts.tsx'
import { SlotCountField } from './slot-count-field.tsx'
import { nextFridayNotIn, todayIn } from './suggested-date.ts'

interface FormValues {
  date: string
  count: string
  /** Always `maxSlotsPerDate` items: if the count shrinks and grows again, typed times come back. */
  times: { time: string }[]
}

/** The dialog in which a masjid posts a date with its slots: it asks for the date, their number, and a time for each. Server errors show at their fields. */
export function AddKhutbahDialog({ masjid, onClose }: { masjid: MasjidRecord; onClose: () => void }) {
  const [today] = useState(() => todayIn(masjid.timeZone, new Date()))
  const form = useForm<FormValues>({ defaultValues: suggestionFor(masjid, today) })
  const { register, setValue, control } = form
  const { errors } = form.formState
  const zoneOf = useZoneLabel()
  const { timeZone } = masjid
  const zone = zoneOf({ startsAt: `${today}T18:00:00Z`, timeZone }) && commonZoneName(timeZone)
  const typedCount = useWatch({ control, name: 'count' })
  const count = Math.min(maxSlotsPerDate, Math.max(1, Math.trunc(Number(typedCount))) || 1)

  const add: Action<FormValues, OutputOf<typeof addKhutbah>> = {
    run: ({ date, times }) => call(addKhutbah, { masjidUid: 'me', date, times: times.slice(0, count) }),
    done: ({ added }) =>
      added.length > 0
        ? t`Khutbah added successfully!`
        : { text: t`These times are posted already.`, isInfo: true },
    failed: () => t`Failed to add Khutbah.`,
  }
  const submit = useFormAction(form, add, {
    onDone: onClose,
    onInvalid: (wrong, topic) => {
      const times = Array.from({ length: count }, (_, index) => wrong.times?.[index]?.time)
      const isUnfilled = [wrong.date, ...times].some((it) => it?.type === 'required')
      showFailure(isUnfilled ? t`Please fill all fields` : duplicateTimeText(), { topic })
    },
  })

  return (
    <Dialog onClose={onClose} title={t`Add New Khutbah`}>
      <form noValidate onSubmit={submit}>
        <div className="grid grid-cols-1 gap-4">
          <TextField
            label={t`Date`}
            type="date"
            min={today}
            error={errors.date?.message}
            {...register('date', { required: t`Please choose a date.` })}
          />
          <SlotCountField
            count={count}
            most={maxSlotsPerDate}
            onCount={(next) => setValue('count', String(next))}
            {...register('count', { onBlur: () => setValue('count', String(count)) })}
          />
          <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(40%,8ch+3.5rem)),1fr))] items-start gap-4">
            {Array.from({ length: count }, (_, index) => {
              const number = index + 1
              return (
                <TextField
                  key={number}
                  label={t`Time of khutbah ${number}`}
                  type="time"
                  error={errors.times?.[index]?.time?.message}
                  {...register(`times.${index}.time`, {
                    required: t`Please enter a time.`,
                    validate: (time, { times }) =>
                      times.slice(0, index).every((it) => it.time !== time) || duplicateTimeText(),
                  })}
                />
              )
            })}
          </div>
          {zone !== undefined && (
            <p className="text-sm text-muted">{t`The times are in your masjid’s time zone: ${zone}.`}</p>
          )}
        </div>
        <DialogActions onCancel={onClose} cancelText={t`Close`}>
          <Button type="submit" busy={form.formState.isSubmitting} busyText={t`Adding...`}>
            {t`Add Khutbah`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Suggests the next Friday without a khutbah, at the first time of the masjid's last upcoming khutbah. */
function suggestionFor({ khutbahs }: MasjidRecord, today: string): FormValues {
  const dates = khutbahs.map(({ date }) => date)
  const usual = khutbahs.at(-1)?.times[0]?.time.time ?? '13:30'
  return {
    date: nextFridayNotIn(dates, today),
    count: '1',
    times: Array.from({ length: maxSlotsPerDate }, (_, index) => ({ time: index === 0 ? usual : '' })),
  }
}

/** The server posts a repeated time only once, without an error. */
const duplicateTimeText = () => t`This time is entered twice.`
