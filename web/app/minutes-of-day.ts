/** Returns the minutes from midnight to a time `HH:MM`; NaN if `time` is empty. */
export function minutesAfterMidnight(time: string): number {
  const [hours = Number.NaN, minutes = Number.NaN] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Returns the time `HH:MM` that is some minutes after midnight; undefined if it is on another day. */
export function timeOf(minutes: number): string | undefined {
  if (!(minutes >= 0 && minutes < 24 * 60)) return undefined
  return [Math.floor(minutes / 60), minutes % 60].map((it) => String(it).padStart(2, '0')).join(':')
}
