import { addressLine, mapUrl } from '../../../contract/map-url.ts'
import { landingAtRow, landings, type Path } from '../../../contract/screen-paths.ts'
import type { SlotInLetter } from './letter.ts'
import { clockTime, longDate, zoneName } from './local-time.ts'
import { type DetailRow, line } from './message.ts'

/** The date and time of a slot, with the name of the time zone: the reader may be in another one. */
export function dateAndTimeFacts(slot: SlotInLetter): readonly DetailRow[] {
  return [
    { label: 'Date', value: line`${longDate(slot.date)}` },
    { label: 'Time', value: line`${timeWithZone(slot)}` },
  ]
}

/** The same in one line, for example `Friday, December 4, 2026 at 1:30 PM (Eastern Standard Time)`. */
export function dateAndTime(slot: SlotInLetter): string {
  return `${longDate(slot.date)} at ${timeWithZone(slot)}`
}

function timeWithZone({ date, time, timeZone }: SlotInLetter): string {
  const zone = timeZone === undefined ? 'the masjid’s local time' : zoneName(timeZone, date, time)
  return `${clockTime(time)} (${zone})`
}

/** The masjid's address with a link to a map. Empty for a letter of an older version, which has no address. */
export function addressFacts({ address, city, stateCode, zipCode }: SlotInLetter): readonly DetailRow[] {
  if (address === undefined || zipCode === undefined) return []
  const place = { address, city, stateCode, zipCode }
  return [
    {
      label: 'Address',
      value: line`${addressLine(place)}`,
      link: { label: 'Open the map', to: mapUrl(place) },
    },
  ]
}

/** The landing screen at the row of a slot or proposal. Letters of older versions have no id. */
export function dashboardRowPath(role: keyof typeof landings, rowId: string | undefined): Path {
  return rowId === undefined ? landings[role] : landingAtRow(role, rowId)
}
