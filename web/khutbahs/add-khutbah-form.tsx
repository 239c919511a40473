import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { CallFailed } from '../../contract/client.ts'
import { addKhutbah } from '../../contract/khutbahs.ts'
import { call } from '../app/api-call.ts'
import { refreshScreen } from '../app/refresh-screen.ts'
import { reasonOf } from '../app/failure-sentences.ts'
import { Button } from '../ui/button.tsx'
import { DialogActions } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'
import { showFailure, showInfo, showSuccess } from '../ui/toasts.tsx'
import { SlotCountField } from './slot-count-field.tsx'
import { nextFridayNotIn, todayIn } from './suggested-date.ts'

/** What the form knows of the masjid that posts. */
export interface PostingMasjid {
  readonly timeZone: string
  /** Its upcoming khutbahs. */
  readonly khutbahs: readonly {
    readonly date: string
    readonly times: readonly { time: { time: string } }[]
  }[]
}

interface AddKhutbahFormProps {
  masjid: PostingMasjid
  onClose: () => void
}

/** As many as one call takes. */
const mostSlots = 24

interface Entered {
  date: string
  count: string
  /** One for each slot that there could be, so that what was typed in one comes back with it. */
  times: { time: string }[]
}

/** A date, how many khutbahs it has, and a time for each. What the server refuses is shown where it was typed. */
export function AddKhutbahForm({ masjid, onClose }: AddKhutbahFormProps) {
  const [today] = useState(() => todayIn(masjid.timeZone, new Date()))
  const form = useForm<Entered>({ defaultValues: suggestionFor(masjid, today) })
  const { register, setValue, control } = form
  const { errors } = form.formState
  const entered = useWatch({ control, name: 'count' })
  const count = Math.min(mostSlots, Math.max(1, Math.trunc(Number(entered))) || 1)

  const add = async ({ date, times }: Entered) => {
    try {
      const { added } = await call(addKhutbah, { masjidUid: 'me', date, times: times.slice(0, count) })
      if (added.length > 0) showSuccess(t`Khutbah added successfully!`)
      else showInfo(t`These times are posted already.`)
      onClose()
      await refreshScreen()
    } catch (error) {
      const fields = fieldsOf(error)
      showFailure(t`Failed to add Khutbah.`, { reason: fields.length === 0 ? reasonOf(error) : undefined })
      for (const [name, message] of fields) form.setError(name, { message }, { shouldFocus: true })
    }
  }
  const submit = form.handleSubmit(add, (wrong) => {
    const times = Array.from({ length: count }, (_, index) => wrong.times?.[index]?.time)
    const isUnfilled = [wrong.date, ...times].some((it) => it?.type === 'required')
    showFailure(isUnfilled ? t`Please fill all fields` : twice())
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
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
          most={mostSlots}
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
                    times.slice(0, index).every((it) => it.time !== time) || twice(),
                })}
              />
            )
          })}
        </div>
      </div>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {t`Close`}
        </Button>
        <Button type="submit" busy={form.formState.isSubmitting} busyText={t`Adding...`}>
          {t`Add Khutbah`}
        </Button>
      </DialogActions>
    </form>
  )
}

/** The next Friday that has no khutbah, at the hour of the last one posted. */
function suggestionFor({ khutbahs }: PostingMasjid, today: string): Entered {
  const dates = khutbahs.map(({ date }) => date)
  const usual = khutbahs.at(-1)?.times[0]?.time.time ?? '13:30'
  return {
    date: nextFridayNotIn(dates, today),
    count: '1',
    times: Array.from({ length: mostSlots }, (_, index) => ({ time: index === 0 ? usual : '' })),
  }
}

/** The server would post it once. */
const twice = () => t`This time is given twice.`

type FieldName = 'date' | `times.${number}.time`

/** Where the server found something wrong, and what. */
function fieldsOf(error: unknown): (readonly [FieldName, string])[] {
  if (!(error instanceof CallFailed)) return []
  return Object.entries(error.fields).flatMap(([field, sentence]): [FieldName, string][] => {
    const index = /^times\.(\d+)/.exec(field)?.[1]
    if (index !== undefined) return [[`times.${Number(index)}.time`, sentence]]
    return field === 'date' ? [[field, sentence]] : []
  })
}
