import { paths, withToken } from '../../contract/screen-paths.ts'
import type { DetailRow, Line, Message } from './content/message.ts'
import { isolateDirection, oneLine, splitLines, truncate } from './content/user-text.ts'

/** Maximum graphemes of a name in a subject. Longer names are truncated, because phones show only the start of a subject. */
const maxNameInSubject = 60

export interface RenderOptions {
  /** The origin of the links. */
  readonly publicUrl: string
  /** The party that the reader acts for on the screens that links lead to; null for letters to a person. */
  readonly partyUid?: string | null
  /** The token of the “This isn’t me” link; only for an unconfirmed address. */
  readonly disownToken?: string | undefined
}

/** Renders the subject as one line, with long names truncated. */
export function renderSubject(message: Message): string {
  return message.subject
    .map((piece) =>
      typeof piece === 'string' ? piece : isolateDirection(truncate(piece.userText, maxNameInSubject)),
    )
    .join('')
}

/** Renders a letter as plain text. */
export function renderText(message: Message, options: RenderOptions): string {
  const { facts = [], quote, button, note, optOut } = message
  const { publicUrl } = options
  const disown = disownLinkOf(options)
  const blocks = [
    `${['Assalamu alaikum', ...namesOf(message).map(isolateDirection)].join(' ')},`,
    ...message.paragraphs.map(lineAsText),
    facts.map((fact, index) => factAsText(fact, index, publicUrl)).join('\n'),
    quote === undefined ? '' : `${lineAsText(attributionLine(quote.from))}\n${quoted(quote.words)}`,
    `${button.label}:\n${publicUrl}${button.path}`,
    note === undefined ? '' : lineAsText(note),
    disown === undefined ? '' : `${disown.introduction} ${disown.label}:\n${disown.url}`,
    optOut === undefined ? '' : `${optOut.label}:\n${publicUrl}${optOut.path}`,
    // The delimiter of signatures, after which mail programs show a signature.
    `-- \n${footer(message, publicUrl)}`,
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

/** The name in the greeting, if there is one, as a list. */
export function namesOf({ recipientName }: Message): string[] {
  return recipientName === undefined ? [] : [oneLine(recipientName)]
}

/** The line before a quote. */
export function attributionLine(name: string): Line {
  return [{ userText: oneLine(name) }, ' writes:']
}

/** The link that ends an account which another person signed up with the recipient's address; undefined without a token. */
export function disownLinkOf({ publicUrl, disownToken }: RenderOptions) {
  if (disownToken === undefined) return undefined
  return {
    introduction: 'Didn’t sign up? Someone used your address, perhaps by mistake. You can end that account:',
    label: 'This isn’t me',
    url: `${publicUrl}${withToken(paths.disownAccount, disownToken)}`,
  }
}

/** The last line of every letter. */
export function footer({ optOut }: Message, publicUrl: string): string {
  const { host } = new URL(publicUrl)
  const cause = optOut === undefined ? 'of your account' : 'a masjid entered your address'
  return `You get this email because ${cause} at ${host}. Please don’t reply: no one reads this mailbox.`
}

function factAsText(row: DetailRow, index: number, publicUrl: string): string {
  const { label, value, links = [], startsGroup = false } = row
  return [
    ...(startsGroup && index > 0 ? [''] : []),
    `${label}: ${lineAsText(value)}`,
    ...links.map((link) => `${lineAsText(link.label)}: ${absoluteUrl(link.to, publicUrl)}`),
  ].join('\n')
}

/** The absolute URL of a link. `to` is the path of a screen, or the URL of another site. */
export function absoluteUrl(to: string, publicUrl: string): string {
  return to.startsWith('/') ? `${publicUrl}${to}` : to
}

function lineAsText(line: Line): string {
  return line.map((piece) => (typeof piece === 'string' ? piece : isolateDirection(piece.userText))).join('')
}

function quoted(words: string): string {
  return splitLines(words)
    .map((line) => `> ${isolateDirection(line)}`.trimEnd())
    .join('\n')
}
