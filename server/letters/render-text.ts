import { withActingParty } from '../../contract/acting-party.ts'
import { newsSettingsQuery } from '../../contract/news-settings-query.ts'
import { paths, withToken } from '../../contract/screen-paths.ts'
import type { NewsLanguage } from '../../domain/news/delivery.ts'
import { type DetailRow, type Line, line, type Message } from './content/message.ts'
import { isolateDirection, splitLines, truncate } from './content/user-text.ts'
import { writeInLanguage } from './content/write-in-language.ts'

/** Maximum number of graphemes of a name in a subject. Longer names are truncated, because phones show only the start of a subject. */
const maxNameInSubject = 60

export interface RenderOptions {
  /** The origin of the links. */
  readonly publicUrl: string
  /** The party for which the reader acts after following a link of the letter. Null in letters to a person. */
  readonly partyUid?: string | null
  /** Default: English. Other languages exist only for news. */
  readonly language?: NewsLanguage
  /** The token of the “This isn’t me” link. Set only for an unconfirmed address. */
  readonly disownToken?: string | undefined
}

/** Renders the subject as one line, with long names truncated. */
export function renderSubject({ subject }: Message, language: NewsLanguage): string {
  return writeInLanguage(subject, language)
    .map((piece) =>
      typeof piece === 'string'
        ? piece
        : isolateDirection(truncate(piece.isolated, maxNameInSubject), language),
    )
    .join('')
}

/** Renders a letter as plain text. */
export function renderText(message: Message, options: RenderOptions): string {
  const { facts = [], quote, button, note, optOut } = message
  const { publicUrl, language = 'en' } = options
  const disown = disownLinkOf(options)
  const settings = newsSettingsLinkOf(options)
  const write = (text: Line) => lineAsText(text, language)
  const blocks = [
    write(greeting(message)),
    ...message.paragraphs.map(write),
    facts.map((fact, index) => factAsText(fact, index, options)).join('\n'),
    quote === undefined ? '' : `${write(attributionLine(quote.from))}\n${quoteAsText(quote.words, language)}`,
    `${write(button.label)}:\n${publicUrl}${button.path}`,
    note === undefined ? '' : write(note),
    disown === undefined ? '' : `${write(disown.introduction)} ${write(disown.label)}:\n${disown.url}`,
    optOut === undefined ? '' : `${write(optOut.label)}:\n${publicUrl}${optOut.path}`,
    settings === undefined ? '' : `${write(settings.label)}:\n${settings.url}`,
    // Mail programs recognize this delimiter, and show the text after it as a signature.
    `-- \n${write(footer(message, publicUrl))}`,
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

/** Writes the first line of a letter. */
export function greeting({ recipientName }: Message): Line {
  return recipientName === undefined ? line`Assalamu alaikum,` : line`Assalamu alaikum ${recipientName},`
}

/** Writes the line before a quote. */
export function attributionLine(name: string): Line {
  return line`${name} writes:`
}

/**
 * Returns the link with which the recipient deletes an account that another person signed up with this address. Undefined without a token.
 */
export function disownLinkOf({ publicUrl, disownToken }: RenderOptions) {
  if (disownToken === undefined) return undefined
  return {
    introduction: line`Didn’t sign up? Someone used your address, perhaps by mistake. You can end that account:`,
    label: line`This isn’t me`,
    url: `${publicUrl}${withToken(paths.disownAccount, disownToken)}`,
  }
}

/** Returns the link that opens the settings of news. Undefined in a letter to a person, which is not news. */
export function newsSettingsLinkOf({ publicUrl, partyUid = null }: RenderOptions) {
  if (partyUid === null) return undefined
  return {
    label: line`Choose which news we email you, and when`,
    url: `${publicUrl}${withActingParty(`${paths.account}${newsSettingsQuery}`, partyUid)}`,
  }
}

/** Writes the last line of a letter. */
export function footer({ optOut }: Message, publicUrl: string): Line {
  const { host } = new URL(publicUrl)
  return optOut === undefined
    ? line`You get this email because of your account at ${host}. Please don’t reply: no one reads this mailbox.`
    : line`You get this email because a masjid entered your address at ${host}. Please don’t reply: no one reads this mailbox.`
}

function factAsText(row: DetailRow, index: number, { publicUrl, language = 'en' }: RenderOptions): string {
  const { label, value, links = [], startsGroup = false } = row
  return [
    ...(startsGroup && index > 0 ? [''] : []),
    `${lineAsText(label, language)}: ${lineAsText(value, language)}`,
    ...links.map((link) => `${lineAsText(link.label, language)}: ${absoluteUrl(link.to, publicUrl)}`),
  ].join('\n')
}

/** Returns the absolute URL of a link. `to` is the path of a screen, or the URL of another site. */
export function absoluteUrl(to: string, publicUrl: string): string {
  return to.startsWith('/') ? `${publicUrl}${to}` : to
}

function lineAsText(text: Line, language: NewsLanguage): string {
  return writeInLanguage(text, language)
    .map((piece) => (typeof piece === 'string' ? piece : isolateDirection(piece.isolated, language)))
    .join('')
}

function quoteAsText(words: string, language: NewsLanguage): string {
  return splitLines(words)
    .map((quotedLine) => `> ${isolateDirection(quotedLine, language)}`.trimEnd())
    .join('\n')
}
