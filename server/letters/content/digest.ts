import { landings } from '../../../contract/screen-paths.ts'
import type { LetterWithNews } from './letter.ts'
import { longDate } from './local-time.ts'
import { type DetailRow, line, type Message } from './message.ts'
import { newsForKhateebs } from './news-for-khateebs.ts'
import { isUrgent } from './news-kinds.ts'

/** One piece of news, and the message that its own letter would have. */
export interface NewsItem {
  readonly letter: LetterWithNews
  readonly message: Message
}

/** How many items a digest lists. People would not finish a longer letter. */
const maxItems = 40

/**
 * Combines news into one message: the subject of each letter, urgent news first (because the end may be cut off), else in the order
 * of events. For a single item, returns that item's message.
 * @param unshown the number of items that could not be shown
 */
export function digest(items: readonly NewsItem[], unshown: number): Message {
  const [first] = items
  if (first === undefined) throw new Error('A digest needs at least one item.')
  const count = items.length + unshown
  if (count === 1) return first.message
  const omitted = count - Math.min(items.length, maxItems)
  const landing = landings[first.letter.kind in newsForKhateebs ? 'khateeb' : 'masjid']
  const urgentFirst = items.toSorted(
    (one, other) => Number(isUrgent(other.letter)) - Number(isUrgent(one.letter)),
  )
  return {
    subject: line`${String(count)} updates about your khutbahs`,
    recipientName: first.message.recipientName,
    paragraphs: [line`A lot has happened in the last hour, so we put these updates into one email.`],
    facts: urgentFirst.slice(0, maxItems).flatMap(({ letter, message }): readonly DetailRow[] => [
      {
        label: longDate(letter.props.occasion.date),
        value: message.subject,
        // The button of the digest leads to the landing screen already.
        ...(message.button.path !== landing && {
          link: { label: message.button.label, to: message.button.path },
        }),
      },
      // The first paragraph says what the subject says.
      ...message.paragraphs.slice(1).map((value) => ({ label: 'Also', value })),
      ...(message.digestFacts ?? []),
      ...(message.quote === undefined
        ? []
        : [{ label: 'In their own words', value: line`${message.quote.words}` }]),
    ]),
    button: { label: 'Open your dashboard', path: landing },
    ...(omitted > 0 && { note: line`And ${String(omitted)} more: your dashboard shows everything.` }),
  }
}
