import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { maxMinutesAfterDhuhr } from '../../contract/plan-choices.ts'
import { TimeOfDay } from '../app/formatted-values.tsx'
import { LanguageSelect, languageOf } from '../members/language-select.tsx'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { Service } from './plan-queries.ts'

interface ServiceFieldsProps {
  /** The service's position in the list, from 1. */
  number: number
  service: Service
  error: string | undefined
  /** When a service after Dhuhr begins next, HH:MM. */
  nextTime: string | undefined
  onChange: (service: Service) => void
  onRemove: (() => void) | undefined
}

const defaultMinutes = 30

/** About the time in which clocks in the US are one hour ahead (daylight saving time), because many masjids then have other times. */
const defaultSeason = { firstDay: '03-14', lastDay: '11-06' }

/** Returns a sentence about the missing or wrong value of a service; undefined if the service is valid. */
export function serviceErrorOf({ time, minutesAfterDhuhr }: Service): string | undefined {
  if (time !== null) return time === '' ? t`Please enter a time.` : undefined
  const isValid =
    minutesAfterDhuhr !== null &&
    Number.isInteger(minutesAfterDhuhr) &&
    minutesAfterDhuhr >= 0 &&
    minutesAfterDhuhr <= maxMinutesAfterDhuhr
  return isValid ? undefined : t`Please enter 0 to ${maxMinutesAfterDhuhr} minutes.`
}

const numberIn = (text: string) => (text === '' ? null : Number(text))

export function ServiceFields({ number, service, error, nextTime, onChange, onRemove }: ServiceFieldsProps) {
  const { time, minutesAfterDhuhr, season, language } = service
  const isRelative = time === null
  const set = (changes: Partial<Service>) => onChange({ ...service, ...changes })
  // The last values of both kinds, to restore them when the user changes the kind back. The user may change the kind by accident, because
  // an arrow key on the select is enough.
  const [lastValues, setLastValues] = useState({ time, minutesAfterDhuhr })
  const setKind = (kind: string) => {
    setLastValues({
      time: time ?? lastValues.time,
      minutesAfterDhuhr: minutesAfterDhuhr ?? lastValues.minutesAfterDhuhr,
    })
    set(
      kind === 'dhuhr'
        ? { time: null, minutesAfterDhuhr: lastValues.minutesAfterDhuhr ?? defaultMinutes }
        : { time: lastValues.time ?? nextTime ?? '13:30', minutesAfterDhuhr: null },
    )
  }
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="mb-2 font-semibold">{t`Service ${number}`}</legend>
      <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
        <Select
          label={t`Begins`}
          value={isRelative ? 'dhuhr' : 'fixed'}
          onChange={({ target }) => setKind(target.value)}
        >
          <option value="fixed">{t`At a fixed time`}</option>
          <option value="dhuhr">{t`After Dhuhr`}</option>
        </Select>
        {isRelative ? (
          <TextField
            label={t`Minutes after Dhuhr`}
            type="number"
            inputMode="numeric"
            min={0}
            max={maxMinutesAfterDhuhr}
            error={error}
            value={minutesAfterDhuhr ?? ''}
            onChange={({ target }) => set({ minutesAfterDhuhr: numberIn(target.value) })}
          />
        ) : (
          <TextField
            label={t`Time`}
            type="time"
            error={error}
            value={time}
            onChange={({ target }) => set({ time: target.value })}
          />
        )}
      </div>
      {isRelative && nextTime && (
        <p className="text-sm text-muted">
          <Trans>
            Next at <TimeOfDay value={nextTime} />. The time changes with Dhuhr, rounded up to 5 minutes.
          </Trans>
        </p>
      )}
      <LanguageSelect
        value={language ?? ''}
        onChange={({ target }) => set({ language: languageOf(target.value) ?? null })}
      />
      {season && (
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <DayOfYear
            label={t`From`}
            day={season.firstDay}
            onChange={(firstDay) => set({ season: { ...season, firstDay } })}
          />
          <DayOfYear
            label={t`Until`}
            day={season.lastDay}
            onChange={(lastDay) => set({ season: { ...season, lastDay } })}
          />
        </div>
      )}
      <div className="-ms-4 flex flex-wrap gap-x-2 gap-y-2">
        <Button
          variant="quiet"
          aria-label={season ? t`All year for service ${number}` : t`Only in a season for service ${number}`}
          onClick={() => set({ season: season ? null : defaultSeason })}
        >
          {season ? t`All year` : t`Only in a season`}
        </Button>
        {onRemove && (
          <Button variant="quiet" aria-label={t`Remove service ${number}`} onClick={onRemove}>
            {t`Remove`}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

const monthFormatter = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
/** A leap year, so that February has 29 days. */
const days = Array.from({ length: 366 }, (_, day) => new Date(Date.UTC(2028, 0, 1 + day)))

interface DayOfYearProps {
  label: string
  /** MM-DD. */
  day: string
  onChange: (day: string) => void
}

function DayOfYear({ label, day, onChange }: DayOfYearProps) {
  return (
    <Select label={label} value={day} onChange={({ target }) => onChange(target.value)}>
      {days.map((it) => {
        const value = it.toISOString().slice(5, 10)
        return <option key={value} value={value}>{`${monthFormatter.format(it)} ${it.getUTCDate()}`}</option>
      })}
    </Select>
  )
}
