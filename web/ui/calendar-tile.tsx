interface DateLeafProps {
  /** Abbreviated, e.g. `Nov`. */
  month: string
  /** Day of the month. */
  day: number
  /** Highlights the most important tile of several. */
  strong?: boolean
}

/** A date as a leaf of a calendar. Hidden from screen readers, so show the date as text next to it. */
export function CalendarTile({ month, day, strong = false }: DateLeafProps) {
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
