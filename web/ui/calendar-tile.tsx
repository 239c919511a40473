interface DateLeafProps {
  /** In short, e.g. `Nov`. */
  month: string
  /** Of the month. */
  day: number
  /** The one that matters most of several. */
  strong?: boolean
}

/** A leaf of a calendar, for the eye: beside it stands the date in words, which is what is read out. */
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
