import type { Line, Message } from './content/message.ts'
import { isolateDirection, oneLine, splitLines, truncate } from './content/user-text.ts'

/** Maximum graphemes of a name in a subject. Longer names are truncated, because phones show only the start of a subject. */
const maxNameInSubject = 60

/** Renders the subject as one line, with long names truncated. */
export function renderSubject(message: Message): string {
  return message.subject
    .map((piece) =>
      typeof piece === 'string' ? piece : isolateDirection(truncate(piece.userText, maxNameInSubject)),
    )
    .join('')
}

/** Renders a letter as plain text. `publicUrl` is the origin of the link. */
export function renderText(message: Message, publicUrl: string): string {
  const { facts = [], quote, button, note } = message
  const blocks = [
    `Assalamu alaikum ${isolateDirection(oneLine(message.recipientName))},`,
    ...message.paragraphs.map(lineAsText),
    facts.map(({ label, value }) => `${label}: ${lineAsText(value)}`).join('\n'),
    quote === undefined ? '' : `${lineAsText(quoteIntroduction(quote.from))}\n${quoted(quote.words)}`,
    `${button.label}:\n${publicUrl}${button.path}`,
    note === undefined ? '' : lineAsText(note),
    // The delimiter of signatures, after which mail programs show a signature.
    `-- \n${footer(publicUrl)}`,
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

/** The line before a quote. */
export function quoteIntroduction(name: string): Line {
  return [{ userText: oneLine(name) }, ' writes:']
}

/** The last line of every letter. */
export function footer(publicUrl: string): string {
  const { host } = new URL(publicUrl)
  return `You get this email because of your account at ${host}. Please don’t reply: no one reads this mailbox.`
}

function lineAsText(line: Line): string {
  return line.map((piece) => (typeof piece === 'string' ? piece : isolateDirection(piece.userText))).join('')
}

function quoted(words: string): string {
  return splitLines(words)
    .map((line) => `> ${isolateDirection(line)}`.trimEnd())
    .join('\n')
}
