import type { LetterWithNews } from './letter.ts'
import { newsForKhateebs } from './news-for-khateebs.ts'
import { newsForMasjids } from './news-for-masjids.ts'

/** The kinds of news, which are limited per hour. */
export const newsKinds: readonly string[] = Object.keys({ ...newsForKhateebs, ...newsForMasjids })

/** The kinds of news that a khateeb was confirmed. */
const confirmations: readonly string[] = [
  'request_approved',
  'invite_accepted',
  'khateeb_reconfirmed',
] satisfies LetterWithNews['kind'][]

/** The kinds of news that may end or change a confirmed assignment; see `isCancellation`. */
const cancellations: readonly string[] = [
  'khateeb_removed',
  'slot_removed',
  'masjid_left',
  'masjid_moved',
  'khateeb_withdrew',
  'khateeb_left',
] satisfies LetterWithNews['kind'][]

/**
 * Whether a piece of news says that a confirmed khutbah won't take place as agreed. A removed slot is such news only if its khateeb
 * was confirmed: otherwise a masjid could send unlimited letters by inviting a khateeb to slots that it then removes. A move of a
 * masjid is such news only if a confirmed slot is at another place or instant.
 */
export function isCancellation({ kind, props }: LetterWithNews): boolean {
  const isAboutProposal = 'was' in props && props.was !== 'confirmed'
  const canWait = 'isUrgent' in props && !props.isUrgent
  return cancellations.includes(kind) && !isAboutProposal && !canWait
}

/** Whether a piece of news is about a confirmed khutbah, so that it must be sent at once. */
export function isUrgent(letter: LetterWithNews): boolean {
  return confirmations.includes(letter.kind) || isCancellation(letter)
}

/** Whether a row of the outbox is news. Relies on `queueLetters` for valid props. */
export function isNews(row: { readonly kind: string; readonly props: unknown }): row is LetterWithNews {
  return newsKinds.includes(row.kind)
}
