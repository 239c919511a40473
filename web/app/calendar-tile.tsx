import { monthAndDayOf } from './format.ts'

/**
 * A date (YYYY-MM-DD) that looks like a page of a tear-off calendar. Hidden from screen readers, so show the date as text next to it.
 * `strong` highlights the most important of several tiles.
 */
export function CalendarTile({ date, strong = false }: { date: string; strong?: boolean }) {
  const { month, day } = monthAndDayOf(date)
  const look = strong ? 'border-transparent bg-fill text-on-fill' : 'border-line bg-page text-ink'
  return (
    <span
      aria-hidden="true"
      className={`forced-edge grid size-12 shrink-0 content-center justify-items-center rounded-control border text-center ${look}`}
    >
      <span className={`text-xs font-semibold uppercase ${strong ? '' : 'text-brass'}`}>{month}</span>
      <span className="font-display text-xl leading-none font-semibold">{day}</span>
    </span>
  )
}
