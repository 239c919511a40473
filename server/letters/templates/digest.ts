import type { LetterWithNews } from '../letter.ts'
import type { Message } from '../message.ts'
import { say } from '../message.ts'
import { isUrgent, news } from '../news-kinds.ts'
import { longDate } from '../occasion-facts.ts'
import { screenPaths } from '../screen-paths.ts'

/** One piece of news, and what its own letter would have said. */
export interface NewsItem {
  readonly letter: LetterWithNews
  readonly message: Message
}

/** A letter longer than this is not read to its end. */
const atMost = 40

/**
 * In place of many letters within the hour: what each is about, first what may not wait, as the end may be cut off, and then the
 * rest, in the order in which it happened. Of one, that one.
 */
export function gathered(told: readonly NewsItem[]): Message {
  const [first] = told
  if (first === undefined) throw new Error('There is no letter without news.')
  if (told.length === 1) return first.message
  const left = told.length - atMost
  const urgentFirst = told.toSorted(
    (one, other) => Number(isUrgent(other.letter)) - Number(isUrgent(one.letter)),
  )
  return {
    subject: say`${String(told.length)} pieces of news about your khutbahs`,
    greeted: first.message.greeted,
    paragraphs: [say`Much has happened within the hour, so here is all of it in one letter.`],
    facts: urgentFirst
      .slice(0, atMost)
      .flatMap(({ letter, message }) => [
        { label: longDate(letter.props.occasion.date), value: message.subject },
        ...(message.quote === undefined
          ? []
          : [{ label: 'In their own words', value: say`${message.quote.words}` }]),
      ]),
    button: {
      label: 'Open your dashboard',
      path: news[first.letter.kind].reader === 'khateeb' ? screenPaths.khateebHome : screenPaths.masjidHome,
    },
    ...(left > 0 && { notes: [say`And ${String(left)} more: your dashboard shows how everything stands.`] }),
  }
}
