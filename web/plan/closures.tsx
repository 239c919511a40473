import { t } from '@lingui/core/macro'
import { type KeyboardEvent, useState } from 'react'
import { maxClosures } from '../../contract/plan-choices.ts'
import { formatDayAndDate } from '../app/format.ts'
import { CalendarDate } from '../app/formatted-values.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'

interface ClosuresProps {
  dates: readonly string[]
  /** The date in the field, which is not among the dates yet; empty if none. */
  chosen: string
  today: string
  onChoose: (date: string) => void
  onChange: (dates: string[]) => void
}

/** Returns why a chosen date cannot be added; undefined if it can, or if no date is chosen. */
export function closureError(date: string, today: string): string | undefined {
  return date !== '' && date < today ? t`The closed date is in the past.` : undefined
}

/** Returns `dates` and `date` in ascending order. */
export function withClosure(dates: readonly string[], date: string): string[] {
  return [...new Set([...dates, date])].toSorted()
}

/** The dates on which a masjid has no services. */
export function Closures({ dates, chosen, today, onChoose, onChange }: ClosuresProps) {
  const [showsError, setShowsError] = useState(false)
  const error = chosen === '' ? t`Please choose a date.` : closureError(chosen, today)
  const add = () => {
    setShowsError(error !== undefined)
    if (error !== undefined) return
    onChange(withClosure(dates, chosen))
    onChoose('')
  }
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      {dates.length < maxClosures && (
        <>
          <TextField
            label={t`Closed on`}
            type="date"
            min={today}
            value={chosen}
            error={showsError ? error : undefined}
            onChange={({ target }) => {
              onChoose(target.value)
              setShowsError(false)
            }}
            onKeyDown={addOnEnter}
          />
          <div>
            <Button variant="secondary" onClick={add}>{t`Add Closed Date`}</Button>
          </div>
        </>
      )}
      {dates.length > 0 && (
        <ul aria-label={t`Closed dates`} className="grid grid-cols-1 gap-2">
          {dates.map((closed) => {
            const shown = formatDayAndDate(closed)
            return (
              <li key={closed} className="flex flex-wrap items-center justify-between gap-x-3">
                <span className="min-w-0 flex-[1_1_10rem]">
                  <CalendarDate value={closed} />
                </span>
                <Button
                  variant="quiet"
                  aria-label={t`Remove ${shown}`}
                  onClick={() => onChange(dates.filter((it) => it !== closed))}
                >
                  {t`Remove`}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
