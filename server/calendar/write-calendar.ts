import { generateIcsCalendar, type IcsCalendar } from 'ts-ics'

/** The most bytes of a line, without its line break (RFC 5545, 3.1). */
const maxLineBytes = 75

/**
 * Writes an iCalendar file. Escapes the calendar's name, because ts-ics escapes only the texts of events. Folds the lines again, because
 * ts-ics counts UTF-16 code units instead of bytes, and so splits emoji, which calendar programs then show as “��”.
 */
export function writeCalendar(calendar: IcsCalendar): string {
  const { name } = calendar
  const escaped = { ...calendar, ...(name !== undefined && { name: escapeText(name) }) }
  const unfolded = generateIcsCalendar(escaped).replaceAll('\r\n ', '')
  return unfolded.split('\r\n').map(foldLine).join('\r\n')
}

/** Escapes a text (RFC 5545, 3.3.11). Names have no line breaks. */
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
