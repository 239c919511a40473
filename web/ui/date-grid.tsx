import { t } from '@lingui/core/macro'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { addDays, isoDate, noon } from './calendar-date.ts'

const monthAndYearFormatter = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const weekdayFormatter = (style: 'short' | 'long') =>
  new Intl.DateTimeFormat('en-US', { weekday: style, timeZone: 'UTC' })
const [shortWeekdayFormatter, longWeekdayFormatter] = [weekdayFormatter('short'), weekdayFormatter('long')]

interface DateGridProps {
  /** The first and the last date that can be selected. All dates are YYYY-MM-DD. */
  from: string
  to: string
  selected: ReadonlySet<string>
  /** The dates that have a dot. */
  marked: ReadonlySet<string>
  /** Returns the accessible name of a date. It says whether the date is selected, and what its dot means. */
  labelOf: (date: string) => string
  onToggle: (date: string) => void
}

/**
 * A calendar in which dates are selected by tapping: one month at a time, as a grid (ARIA Authoring Practices, “Grid”). The arrow keys,
 * Home, End, Page Up and Page Down move the focus, also into other months.
 */
export function DateGrid({ from, to, selected, marked, labelOf, onToggle }: DateGridProps) {
  const headingId = useId()
  const grid = useRef<HTMLTableElement>(null)
  // The date that the Tab key reaches. The grid shows its month.
  const [current, setCurrent] = useState(from)
  // Whether the next render moves the focus to `current`. Set by a key press; the month buttons keep the focus.
  const movesFocus = useRef(false)
  const month = current.slice(0, 7)
  const within = (date: string) => (date < from ? from : date > to ? to : date)
  const turnPage = (months: number) => setCurrent(within(addMonths(current, months)))

  useEffect(() => {
    if (!movesFocus.current) return
    movesFocus.current = false
    grid.current?.querySelector<HTMLElement>(`[data-date="${current}"]`)?.focus()
  }, [current])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const isReversed = getComputedStyle(event.currentTarget).direction === 'rtl'
    const target = dateAfterKey(event.key, current, isReversed)
    if (target === undefined) return
    event.preventDefault()
    movesFocus.current = within(target) !== current
    setCurrent(within(target))
  }

  return (
    <div>
      <div className="mb-2 flex items-center justify-between gap-2">
        <Button
          variant="quiet"
          aria-label={t`Previous month`}
          disabled={month <= from.slice(0, 7)}
          onClick={() => turnPage(-1)}
        >
          <ChevronLeft className="size-5 rtl:-scale-x-100" />
        </Button>
        <h3
          id={headingId}
          aria-live="polite"
          className="min-w-0 text-center text-[length:min(1rem,5vw)] font-medium"
        >
          {monthAndYearFormatter.format(noon(current))}
        </h3>
        <Button
          variant="quiet"
          aria-label={t`Next month`}
          disabled={month >= to.slice(0, 7)}
          onClick={() => turnPage(1)}
        >
          <ChevronRight className="size-5 rtl:-scale-x-100" />
        </Button>
      </div>
      {/* The ARIA Authoring Practices recommend a table with the role `grid` for a calendar. */}
      <table
        ref={grid}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        aria-labelledby={headingId}
        className="w-full table-fixed border-separate border-spacing-0 md:border-spacing-0.5"
      >
        <thead>
          <tr>
            {sampleWeek.map((day) => (
              <th
                key={day}
                scope="col"
                abbr={longWeekdayFormatter.format(noon(day))}
                className="pb-1 text-[length:min(0.75rem,4vw)] font-medium text-muted"
              >
                {shortWeekdayFormatter.format(noon(day))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month, from).map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <td key={date} className="p-0">
                  {date.startsWith(month) && (
                    <button
                      type="button"
                      data-date={date}
                      tabIndex={date === current ? 0 : -1}
                      disabled={date < from || date > to}
                      aria-pressed={selected.has(date)}
                      aria-label={labelOf(date)}
                      className={dayClass}
                      onKeyDown={onKeyDown}
                      onFocus={() => setCurrent(date)}
                      onClick={() => onToggle(date)}
                    >
                      {Number(date.slice(8))}
                      {marked.has(date) && (
                        <span
                          className="forced-fill absolute inset-x-0 bottom-1 mx-auto size-1.5 rounded-full bg-brass-line"
                          aria-hidden="true"
                        />
                      )}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The font size is limited in vw, so that seven dates fit side by side even in a wide, large font. */
const dayClass =
  'relative flex text-[length:min(1rem,4.5vw)] h-control w-full items-center justify-center rounded-control border border-transparent hover:border-accent disabled:cursor-default disabled:border-transparent disabled:text-muted disabled:opacity-50 aria-pressed:border-danger aria-pressed:bg-danger-soft aria-pressed:font-semibold aria-pressed:text-danger aria-pressed:line-through'

/** The dates of a week that begins on a Sunday, for the names of the weekdays. */
const sampleWeek = Array.from({ length: 7 }, (_, index) => addDays('2026-11-01', index))

/** Returns the same day in the month that is `months` later, or the last day of that month if it is shorter. */
function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0, 12))
  return `${isoDate(last).slice(0, 8)}${String(Math.min(dayOfMonth, last.getUTCDate())).padStart(2, '0')}`
}

/**
 * Returns the weeks of a month (YYYY-MM), each from Sunday to Saturday. Leaves out weeks without a date of this month that is `from` or
 * later.
 */
function weeksOf(month: string, from: string): string[][] {
  const first = `${month}-01`
  const start = addDays(first, -noon(first).getUTCDay())
  const weeks = Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (__, index) => addDays(start, week * 7 + index)),
  )
  return weeks.filter((week) => week.some((date) => date.startsWith(month) && date >= from))
}

/** Returns the date to which a key moves from `date`; undefined for keys that don't move. */
function dateAfterKey(key: string, date: string, isReversed: boolean): string | undefined {
  const dayOfWeek = noon(date).getUTCDay()
  const forward = isReversed ? -1 : 1
  const moves: Readonly<Record<string, () => string>> = {
    ArrowRight: () => addDays(date, forward),
    ArrowLeft: () => addDays(date, -forward),
    ArrowDown: () => addDays(date, 7),
    ArrowUp: () => addDays(date, -7),
    Home: () => addDays(date, -dayOfWeek),
    End: () => addDays(date, 6 - dayOfWeek),
    PageDown: () => addMonths(date, 1),
    PageUp: () => addMonths(date, -1),
  }
  return moves[key]?.()
}
