import { addressLine, mapUrl } from '../../../contract/map-url.ts'
import { languageName } from './language-name.ts'
import type { SlotInLetter } from './letter-slot.ts'
import { clockTime, longDate, zoneName } from './local-time.ts'
import { type DetailRow, type Line, type Link, line, type Message } from './message.ts'
import type { StateAtSending } from './news-props.ts'

type ZonedWallClock = Pick<SlotInLetter, 'date' | 'time' | 'timeZone'>

/**
 * Returns the date and the time of a slot as rows. The time has the name of the time zone, because the reader may be in another time zone.
 */
export function dateAndTimeFacts(slot: SlotInLetter): readonly DetailRow[] {
  return [
    { label: line`Date`, value: line`${longDate(slot.date)}` },
    { label: line`Time`, value: timeWithZone(slot) },
  ]
}

/** Writes the date, time and time zone of a slot in one line, for example `Friday, December 4, 2026 at 1:30 PM (Eastern Standard Time)`. */
export function dateAndTime(slot: ZonedWallClock): Line {
  return line`${longDate(slot.date)} at ${timeWithZone(slot)}`
}

function timeWithZone({ date, time, timeZone }: ZonedWallClock): Line {
  return line`${clockTime(time)} (${zoneName(timeZone, date, time)})`
}

/**
 * Returns a row with the masjid's name, city and state. City and state are one value: apart, they would change places in Arabic letters.
 */
export function masjidFact({ masjidName, city, stateCode }: SlotInLetter): DetailRow {
  return { label: line`Masjid`, value: line`${masjidName} (${`${city}, ${stateCode}`})` }
}

/** Returns a row with the masjid's address and a link to a map. Returns no row if the masjid is suspended. */
export function addressFacts(slot: SlotInLetter): readonly DetailRow[] {
  if (slot.isMasjidSuspended) return []
  return [
    {
      label: line`Address`,
      value: line`${addressLine(slot)}`,
      links: [{ label: line`Open the map`, to: mapUrl(slot) }],
    },
  ]
}

/** For letters with a calendar file that cancels the event of a khutbah. */
const removedByFileSentence = line`If an earlier email has put this khutbah into your calendar, the attached file removes it.`

/** For letters with a calendar file that updates the event of a khutbah. */
export const updatedByFileSentence = line`If an earlier email has put this khutbah into your calendar, the attached file updates it.`

/** For letters with a calendar file that cancels the event of a removed slot, and a file with the event of the slot posted instead. */
export const replacedByFilesSentence = line`This khutbah was posted again. If an earlier email has put it into your calendar, the attached files replace it.`

/**
 * Returns the sentence about the calendar file of a letter about an ended assignment. If the khateeb was confirmed again meanwhile, the
 * file updates the event.
 */
export function fileSentenceOfEnd(stateAtSending: StateAtSending | undefined): Line {
  return stateAtSending?.isConfirmed === true ? updatedByFileSentence : removedByFileSentence
}

/**
 * Returns the masjid's address as a link to a map. This is shorter than `addressFacts`, for letters with many slots. Returns no link if
 * the masjid is suspended.
 */
export function addressLinks(slot: SlotInLetter): readonly Link[] {
  return slot.isMasjidSuspended ? [] : [{ label: line`${addressLine(slot)} (map)`, to: mapUrl(slot) }]
}

/** Returns what the masjid asks of the slot's khateeb: the language as a row, and the note as a quote. */
export function wordsOfSlot(
  masjidName: string,
  { language = null, note = '' }: Partial<StateAtSending> = {},
): { readonly slotFacts: readonly DetailRow[] } & Pick<Message, 'quote'> {
  return {
    slotFacts: language === null ? [] : [{ label: line`Language`, value: line`${languageName(language)}` }],
    ...(note !== '' && { quote: { from: masjidName, words: note } }),
  }
}
