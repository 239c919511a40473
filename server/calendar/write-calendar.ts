import { generateIcsCalendar, type IcsCalendar, type IcsEvent } from 'ts-ics'
import { slotMinutes } from '../../domain/khutbahs/slot-length.ts'

/** A calendar without the fields that all calendars share. */
interface CalendarToWrite extends Required<Pick<IcsCalendar, 'timezones'>> {
  /** What a calendar program does with the events (RFC 5546). */
  readonly method: 'PUBLISH' | 'CANCEL'
  readonly name?: string
  readonly events: readonly EventToWrite[]
}

/** An event of a slot, without the fields that `writeCalendar` sets. */
export interface EventToWrite extends Omit<IcsEvent, 'stamp' | 'lastModified' | 'duration' | 'end'> {
  /** The time of the event's last change. */
  readonly changedAt: Date
}

/** The maximum number of bytes in a line, without its line break (RFC 5545, 3.1). */
const maxLineBytes = 75

/**
 * Writes an iCalendar file. Escapes the calendar's name, because ts-ics escapes only the texts of events. Folds the lines again, because
 * ts-ics counts UTF-16 code units instead of bytes, and so splits emoji, which calendar programs then show as “��”.
 */
export function writeCalendar({ method, name, timezones, events }: CalendarToWrite): string {
  const written = generateIcsCalendar({
    version: '2.0',
    prodId: '-//Minbar//Minbar//EN',
    method,
    ...(name !== undefined && { name: escapeText(name) }),
    timezones,
    events: events.map(withSharedFields),
  })
  return withRefreshInterval(written.replaceAll('\r\n ', '').split('\r\n')).map(foldLine).join('\r\n')
}

/**
 * Adds a line after the calendar's name. It asks calendar programs to read the calendar once an hour. This function inserts the line,
 * because ts-ics would write it after the events, where RFC 5545 (3.6) forbids it. A calendar without a name gets no such line.
 */
function withRefreshInterval(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => (line.startsWith('X-WR-CALNAME:') ? [line, 'X-PUBLISHED-TTL:PT1H'] : [line]))
}

function withSharedFields({ changedAt, ...event }: EventToWrite): IcsEvent {
  const changed = { date: changedAt }
  return { ...event, stamp: changed, lastModified: changed, duration: { minutes: slotMinutes } }
}

/** Escapes a calendar's name (RFC 5545, 3.3.11). A name has no line breaks, which would also need an escape. */
function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/gu, String.raw`\$&`)
}

/** Folds a line between characters. Each later part begins with a space, which counts as one of its bytes. */
function foldLine(line: string): string {
  if (Buffer.byteLength(line) <= maxLineBytes) return line
  let folded = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > maxLineBytes) {
      folded += '\r\n '
      bytes = 1
    }
    folded += character
    bytes += size
  }
  return folded
}
