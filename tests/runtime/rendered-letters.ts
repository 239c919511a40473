import type { Letter, LetterKind } from '../../server/letters/content/letter.ts'
import { isLetter } from '../../server/letters/content/templates.ts'
import { expectedLetters } from './expected-letters.ts'

/** Returns the letter of a kind. */
export function letterOf(kind: LetterKind): Letter {
  const letter = { kind, props: expectedLetters[kind].props }
  if (!isLetter(letter)) throw new Error(`There is no letter ${kind}.`)
  return letter
}

/** Returns the visible text of an HTML document. */
export function visibleText(html: string): string {
  return html
    .replace(/<\/?bdi>/g, '')
    .replace(/<style>[^]*?<\/style>|<title>[^]*?<\/title>|<p class="brass"[^]*?<\/p>|<[^>]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
}

/** Returns the words of a text, without isolate marks and without the punctuation in which plain text and HTML differ. */
export function wordsOf(text: string): string[] {
  return text
    .replace(/[\u2068\u2069]/g, '')
    .split(/[\s:>]+/)
    .filter((word) => word !== '')
}

/** Returns the targets of all links, in order. */
export function linksIn(html: string): (string | undefined)[] {
  return [...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => link?.replaceAll('&amp;', '&'))
}

/** Returns the text without URLs and without the delimiter of its footer, which the HTML does not show. */
export function withoutUrls(text: string): string {
  return text.replaceAll(/https:\S+/g, '').replace('\n-- \n', '\n')
}

/** The map link of the masjid in the expected letters. */
export const mapLink =
  'https://www.google.com/maps/search/?api=1&query=1%20Main%20Street%2C%20Dearborn%2C%20MI%2048126'
