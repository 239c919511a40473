const locale = 'en-US'

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Returns a cached formatter, because creating one is slow. */
function formatterOf(timeZone: string, timeZoneName: 'short' | 'longGeneric' | 'longOffset') {
  const key = `${timeZone} ${timeZoneName}`
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, timeZoneName })
  formatters.set(key, formatter)
  return formatter
}

function namePart(formatter: Intl.DateTimeFormat, instant: Date): string | undefined {
  return formatter.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value
}

/** Whether clocks in two IANA zones show different times at an instant. True if the browser doesn't know one of the zones. */
export function clocksDiffer(one: string, other: string, instant: Date): boolean {
  if (one === other) return false
  try {
    const [offset, otherOffset] = [one, other].map((zone) =>
      namePart(formatterOf(zone, 'longOffset'), instant),
    )
    return offset !== otherOffset
  } catch {
    // Some browsers report a zone that they can't format, like Etc/Unknown.
    return true
  }
}

/** Common abbreviations of time zones for which browsers show only an offset (`GMT+10`). */
const pacificIslandAbbreviations: Readonly<Record<string, string>> = {
  'Pacific/Guam': 'ChST',
  'Pacific/Saipan': 'ChST',
  'Pacific/Pago_Pago': 'SST',
}

/** Returns a time zone's abbreviation at an instant: `EST`, or in summer `EDT`. */
export function zoneAbbreviation(timeZone: string, instant: Date): string {
  return pacificIslandAbbreviations[timeZone] ?? namePart(formatterOf(timeZone, 'short'), instant) ?? timeZone
}

/** Returns the name that a time zone has in all seasons: `Eastern Time`. */
export function commonZoneName(timeZone: string): string {
  return namePart(formatterOf(timeZone, 'longGeneric'), new Date()) ?? timeZone
}
