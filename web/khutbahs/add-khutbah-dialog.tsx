import { plural, t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { OutputOf } from '../../contract/endpoint.ts'
import { addKhutbah, maxSlotsPerDate } from '../../contract/khutbahs.ts'
import { paths } from '../../contract/screen-paths.ts'
import { call } from '../app/api-call.ts'
import { formatDayAndDate } from '../app/format.ts'
import { Link } from '../app/link.tsx'
import { useZoneLabel } from '../app/slot-time.tsx'
import { commonZoneName } from '../app/time-zones.ts'
import type { Action } from '../app/use-action.ts'
import type { MasjidRecord } from '../directory/record-queries.ts'
import { fieldErrorsOf } from '../forms/form-errors.ts'
import { useFormAction } from '../forms/use-form-action.ts'
import { LanguageSelect, languageOf } from '../members/language-select.tsx'
import { DateField } from '../proposals/date-field.tsx'
import { isFriday } from '../proposals/weekday.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { linkClass } from '../ui/link-class.ts'
import { Select } from '../ui/select.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'
import { showFailure } from '../ui/toasts.tsx'
import { SlotCountField } from './slot-count-field.tsx'
import { dateAfterWeeks, todayIn } from './suggested-date.ts'
import { type AddKhutbahValues, pastKhutbahsQuery, suggestedValues } from './suggested-khutbah.ts'

/** The numbers of weeks for which the dialog can post. */
const weekChoices = [1, 4, 8, 13, 26, 52]

/** The dialog in which a masjid posts a date with its slots, perhaps for several weeks. Shows errors of the server at their fields. */
export function AddKhutbahDialog({ masjid, onClose }: { masjid: MasjidRecord; onClose: () => void }) {
  const [{ today, upcoming }] = useState(() => ({
    today: todayIn(masjid.timeZone, new Date()),
    upcoming: masjid.khutbahs,
  }))
  const past = useQuery({ ...pastKhutbahsQuery, enabled: !upcoming.some(({ date }) => isFriday(date)) })
  // The suggestion when the form was first sent. A suggestion that arrives later would change the form while it is being sent, and would
  // enable its button again.
  const [sent, setSent] = useState<AddKhutbahValues>()
  const suggested = sent ?? suggestedValues(upcoming, past.data ?? [], today)
  const form = useForm<AddKhutbahValues>({ values: suggested, resetOptions: { keepDirtyValues: true } })
  const { register, setValue, control } = form
  const { errors } = form.formState
  const zoneOf = useZoneLabel()
  const { timeZone } = masjid
  // 18:00 UTC is about midday in the US, so a change of the clocks in the night before counts.
  const zone = zoneOf({ startsAt: `${today}T18:00:00Z`, timeZone }) && commonZoneName(timeZone)
  const [date, typedCount, chosenWeeks] = useWatch({ control, name: ['date', 'count', 'weeks'] })
  const weeks = Number(chosenWeeks)
  const count = Math.min(maxSlotsPerDate, Math.max(1, Math.trunc(Number(typedCount))) || 1)

  const [hasAddedWords, setHasAddedWords] = useState(false)
  const hasWords = hasAddedWords || suggested.language !== ''

  const add: Action<AddKhutbahValues, OutputOf<typeof addKhutbah>> = {
    run: (values) =>
      call(addKhutbah, {
        masjidUid: 'me',
        date: values.date,
        times: values.times.slice(0, count).map(({ time }) => ({
          time,
          language: languageOf(values.language) ?? null,
          note: values.note,
        })),
        ...(weeks > 1 && { weeks }),
      }),
    done: ({ slots }) => postedText(slots, weeks),
    failed: () => t`Failed to add Khutbah.`,
  }
  const submit = useFormAction(form, add, {
    onDone: onClose,
    fieldErrors: fieldErrorsWithNote,
    onInvalid: (invalid, scope) => {
      const times = Array.from({ length: count }, (_, index) => invalid.times?.[index]?.time)
      const isUnfilled = [invalid.date, ...times].some((it) => it?.type === 'required')
      showFailure(isUnfilled ? t`Please fill all fields` : duplicateTimeText(), { scope })
    },
  })

  return (
    <Dialog onClose={onClose} title={t`Add New Khutbah`}>
      <form
        noValidate
        onSubmit={(event) => {
          setSent(suggested)
          submit(event)
        }}
      >
        <div className="grid grid-cols-1 gap-4">
          <DateField
            label={t`Date`}
            date={date}
            min={today}
            error={errors.date?.message}
            {...register('date', { required: t`Please choose a date.` })}
          />
          <SlotCountField
            count={count}
            most={maxSlotsPerDate}
            onCount={(next) => setValue('count', String(next), { shouldDirty: true })}
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
          <Select
            label={t`For how many weeks`}
            hint={hintFor(date, count, weeks)}
            error={errors.weeks?.message}
            {...register('weeks')}
          >
            {weekChoices.map((it) => (
              <option key={it} value={it}>
                {it === 1 ? t`Only this date` : t`${it} weeks`}
              </option>
            ))}
          </Select>
          {hasWords ? (
            <>
              <LanguageSelect {...register('language')} />
              <TextArea
                label={t`Note for the khateeb`}
                hint={t`For example parking, attire or length. Every signed-in khateeb can read it.`}
                rows={2}
                error={errors.note?.message}
                {...register('note')}
              />
            </>
          ) : (
            <div className="-ms-4">
              <Button variant="quiet" onClick={() => setHasAddedWords(true)}>
                {t`Add a Language or a Note`}
              </Button>
            </div>
          )}
          {zone !== undefined && (
            <p className="text-sm text-muted">{t`The times are in your masjid’s time zone: ${zone}.`}</p>
          )}
        </div>
        <Link className={`mt-2 inline-flex min-h-control items-center ${linkClass}`} to={paths.plan}>
          {t`Post every Friday with a plan instead`}
        </Link>
        <DialogActions onCancel={onClose} cancelText={t`Close`}>
          <Button type="submit" busy={form.formState.isSubmitting} busyText={t`Adding...`}>
            {t`Add Khutbah`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Returns the field errors of a failed call. The server reports an error of the note at each slot; the form has only one note. */
function fieldErrorsWithNote(error: Error): Readonly<Record<string, string>> {
  const errors = fieldErrorsOf(error)
  const note = errors['times.0.note']
  return note === undefined ? errors : { ...errors, note }
}

/** Says how many khutbahs the dialog will post, and the last date; undefined for a single week or an incomplete date. */
function hintFor(date: string, count: number, weeks: number): string | undefined {
  const last = weeks > 1 ? dateAfterWeeks(date, weeks - 1) : undefined
  const [total, lastDate] = [count * weeks, last && formatDayAndDate(last)]
  return lastDate && t`Posts ${total} khutbahs, the last on ${lastDate}.`
}

function postedText(slots: readonly { readonly isNew: boolean }[], weeks: number) {
  const added = slots.filter((it) => it.isNew).length
  const existing = slots.length - added
  if (added === 0) return { text: t`These times are posted already.`, isInfo: true }
  if (weeks === 1) return t`Khutbah added successfully!`
  const reason =
    existing === 0
      ? undefined
      : plural(existing, { one: '# was posted already.', other: '# were posted already.' })
  return { text: plural(added, { one: '# khutbah added.', other: '# khutbahs added.' }), reason }
}

/** The error for a repeated time. The server would post this time once, without an error. */
const duplicateTimeText = () => t`This time is entered twice.`
