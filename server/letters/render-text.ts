import type { Line, Message } from './message.ts'
import { isolateDirection, splitLines, oneLine, truncate } from './user-text.ts'

/** Graphemes of a name in a subject: phones show some forty characters of one. */
const nameInSubject = 60

/** The subject: one line, long names cut. */
export function renderSubject(message: Message): string {
  return message.subject
    .map((piece) => (typeof piece === 'string' ? piece : isolateDirection(truncate(piece.said, nameInSubject))))
    .join('')
}

/** A letter as plain text; `publicUrl` is an origin. */
export function renderText(message: Message, publicUrl: string): string {
  const { facts = [], quote, button, notes = [] } = message
  const blocks = [
    `Assalamu alaikum ${isolateDirection(oneLine(message.greeted))},`,
    ...message.paragraphs.map(lineAsText),
    facts.map(({ label, value }) => `${label}: ${lineAsText(value)}`).join('\n'),
    quote === undefined ? '' : `${lineAsText(quoteIntroduction(quote.from))}\n${quoted(quote.words)}`,
    `${button.label}:\n${publicUrl}${button.path}`,
    ...notes.map(lineAsText),
    // What comes after this line is shown as a signature.
    `-- \n${footer(publicUrl)}`,
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

/** What introduces somebody's own words. */
export function quoteIntroduction(name: string): Line {
  return [{ said: oneLine(name) }, ' writes:']
}

/** What every letter ends with. */
export function footer(publicUrl: string): string {
  const { host } = new URL(publicUrl)
  return `You get this letter because of your account at ${host}. Please don’t reply: nobody reads this mailbox.`
}

function lineAsText(line: Line): string {
  return line.map((piece) => (typeof piece === 'string' ? piece : isolateDirection(piece.said))).join('')
}

function quoted(words: string): string {
  return splitLines(words)
    .map((line) => `> ${isolateDirection(line)}`.trimEnd())
    .join('\n')
}
