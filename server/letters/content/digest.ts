import { landingPaths, type Path } from '../../../contract/screen-paths.ts'
import type { LetterWithNews } from './letter.ts'
import { type DetailRow, type Line, type Link, line, type Message } from './message.ts'
import { newsForKhateebs } from './news-for-khateebs.ts'
import { isCancellation, isUrgent, onlyUpdatesEvents } from './news-kinds.ts'
import { addressLinks, dateAndTime } from './slot-facts.ts'

/** A piece of news, and the message that it would have in a letter of its own. */
export interface NewsItem {
  readonly letter: LetterWithNews
  readonly message: Message
}

/** Kinds of news about services that no longer take place. A digest shows no address for them. */
const kindsWithoutAddress: readonly string[] = [
  'slot_removed',
  'masjid_left',
  'you_removed_slot',
] satisfies LetterWithNews['kind'][]

/** Maximum number of items in a digest. People would not read a longer letter to its end. */
const maxItems = 40

/**
 * Combines news into one message, which lists the subjects of the single letters. Urgent news comes first, because items at the end may be
 * cut off. Other news is in the order of events. If several items are about the same slot and khateeb, all but the latest come later, under
 * “Before that”. News that only updates calendar events comes last, because its reader's own party caused the events. If the news has a
 * cancellation, the message's subject begins with the cancellation's subject. If all pieces of news are invites, the subject says so. A
 * single item keeps its own message.
 * @param unshown the number of items that could not be shown
 */
export function digest(items: readonly NewsItem[], unshown: number): Message {
  const isOutdated = outdatedPredicateFor(items)
  const sorted = items.toSorted(
    (one, other) => rankOf(one, isOutdated(one)) - rankOf(other, isOutdated(other)),
  )
  const [first] = sorted
  if (first === undefined) throw new Error('A digest needs at least one item.')
  const count = items.length + unshown
  if (count === 1) return first.message
  const omitted = count - Math.min(items.length, maxItems)
  const landing = landingPaths[first.letter.kind in newsForKhateebs ? 'khateeb' : 'masjid']
  const { recipientName } = first.message
  return {
    subject: subjectOf(first, items, count),
    ...(recipientName !== undefined && { recipientName }),
    paragraphs: [line`These are several updates in one email, the most urgent first.`],
    facts: sorted
      .slice(0, maxItems)
      .flatMap((item) => (isOutdated(item) ? outdatedFacts(item) : factsOf(item, landing))),
    button: { label: line`Open your dashboard`, path: landing },
    ...(omitted > 0 && { note: line`And ${omitted} more: your dashboard shows everything.` }),
  }
}

/**
 * Returns a function that tells whether later news about the same slot and khateeb follows an item. News that only updates calendar events
 * makes only news of this sort outdated.
 */
function outdatedPredicateFor(items: readonly NewsItem[]): (item: NewsItem) => boolean {
  const latestOf = (its: readonly NewsItem[]) => new Map(its.map((item) => [subjectMatterOf(item), item]))
  const latest = latestOf(items)
  const latestNews = latestOf(items.filter(({ letter }) => !onlyUpdatesEvents(letter)))
  return (item) => {
    const matter = subjectMatterOf(item)
    const followed = onlyUpdatesEvents(item.letter) ? latest : latestNews
    return matter !== undefined && followed.get(matter) !== item
  }
}

/** Identifies the slot and the khateeb of an item. Undefined for news about several slots. */
function subjectMatterOf({ letter: { kind, props } }: NewsItem): string | undefined {
  return kind === 'masjid_moved' ? undefined : `${props.occasion.slotId} ${props.khateebUid}`
}

function rankOf({ letter }: NewsItem, isOutdated: boolean): number {
  if (onlyUpdatesEvents(letter)) return 4
  if (isOutdated) return 3
  if (isCancellation(letter)) return 0
  return isUrgent(letter) ? 1 : 2
}

/** @param first the most urgent of the items */
function subjectOf({ letter, message }: NewsItem, items: readonly NewsItem[], count: number): Line {
  if (isCancellation(letter)) return line`${message.subject} (and ${count - 1} more updates)`
  if (items.length < count || items.some((it) => it.letter.kind !== 'invite_received'))
    return line`${count} updates about your khutbahs`
  const { masjidUid, masjidName } = letter.props.occasion
  return items.every((it) => it.letter.props.occasion.masjidUid === masjidUid)
    ? line`${masjidName} invites you to give ${count} khutbahs`
    : line`${count} invites to give khutbahs`
}

function factsOf({ letter, message }: NewsItem, landing: Path): readonly DetailRow[] {
  const { kind, props } = letter
  return [
    {
      label: dateAndTime(props.occasion),
      value: message.subject,
      // The rows of news about a moved masjid have links of their own.
      links: kind === 'masjid_moved' ? [] : linksOf(letter, message, landing),
      startsGroup: true,
    },
    ...furtherFacts(message),
    ...(message.digestFacts ?? []),
    ...(message.quote === undefined
      ? []
      : [{ label: line`In their own words`, value: line`${message.quote.words}` }]),
  ]
}

function linksOf({ kind, props }: LetterWithNews, { button }: Message, landing: Path): readonly Link[] {
  return [
    // Leaves out this link if the button of the digest already leads to the same screen.
    ...(button.path === landing ? [] : [{ label: button.label, to: button.path }]),
    ...(kindsWithoutAddress.includes(kind) ? [] : addressLinks(props.occasion)),
  ]
}

/** Returns the paragraphs of a message as rows, without the first paragraph, which repeats the subject. */
function furtherFacts({ paragraphs }: Message): readonly DetailRow[] {
  return paragraphs.slice(1).map((value) => ({ label: line`Also`, value }))
}

function outdatedFacts({ letter, message }: NewsItem): readonly DetailRow[] {
  const label = line`Before that, ${dateAndTime(letter.props.occasion)}`
  return [{ label, value: message.subject, startsGroup: true }, ...furtherFacts(message)]
}
