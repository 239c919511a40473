import { t } from '@lingui/core/macro'
import { type KeyboardEvent, useState } from 'react'
import { maxClosures } from '../../contract/plan-choices.ts'
import { formatDayAndDate } from '../app/format.ts'
import { CalendarDate } from '../app/formatted-values.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'

interface ClosuresProps {
  dates: readonly string[]
  today: string
  onChange: (dates: string[]) => void
}

/** The dates on which a masjid has no services. */
export function Closures({ dates, today, onChange }: ClosuresProps) {
  const [date, setDate] = useState('')
  const [error, setError] = useState<string>()
  const add = () => {
    if (date === '') return setError(t`Please choose a date.`)
    if (date < today) return setError(t`This date is in the past.`)
    onChange([...new Set([...dates, date])].toSorted())
    setDate('')
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
            value={date}
            error={error}
            onChange={({ target }) => {
              setDate(target.value)
              setError(undefined)
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
                  aria-label={t`Open again on ${shown}`}
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
