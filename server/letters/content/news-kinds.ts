import type { NewsTopic } from '../../../domain/news/delivery.ts'
import type { Letters, LetterWithNews } from './letter.ts'

/**
 * What news says: a proposal awaits an answer; a khateeb is confirmed; a proposal has ended; something that may be confirmed was
 * canceled; the masjid or the slot has moved; or a masjid has approved a khateeb. A question for approval awaits an answer, too.
 */
export type NewsMeaning = 'pending' | 'confirmed' | 'ended' | 'canceled' | 'moved' | 'approved'

const meanings: { readonly [Kind in LetterWithNews['kind']]: NewsMeaning } = {
  invite_received: 'pending',
  invite_revoked: 'ended',
  request_approved: 'confirmed',
  request_rejected: 'ended',
  khateeb_removed: 'canceled',
  slot_removed: 'canceled',
  masjid_left: 'canceled',
  masjid_moved: 'moved',
  slot_moved: 'moved',
  proposal_closed_by_move: 'ended',
  rival_confirmed: 'ended',
  slot_described: 'confirmed',
  request_received: 'pending',
  request_revoked: 'ended',
  invite_accepted: 'confirmed',
  invite_rejected: 'ended',
  khateeb_booked_elsewhere: 'ended',
  khateeb_reconfirmed: 'confirmed',
  khateeb_withdrew: 'canceled',
  khateeb_left: 'canceled',
  topic_comes_again: 'confirmed',
  approval_asked: 'pending',
  approval_given: 'approved',
}

/** The kinds of news, which are limited per hour. */
export const newsKinds: readonly string[] = Object.keys(meanings)

/** The kinds of news with one of these meanings. */
export function kindsThatSay(...wanted: readonly NewsMeaning[]): readonly string[] {
  return Object.entries(meanings).flatMap(([kind, meaning]) => (wanted.includes(meaning) ? [kind] : []))
}

const confirmations = kindsThatSay('confirmed')
const cancellations = kindsThatSay('canceled', 'moved')

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

/** The topic by which a member can turn a piece of news off; null if they can't. What is canceled without being urgent was a proposal. */
export function topicOf(letter: LetterWithNews): NewsTopic | null {
  const meaning = meanings[letter.kind]
  if (meaning === 'moved' || meaning === 'approved') return null
  if (meaning !== 'canceled') return meaning
  return isCancellation(letter) ? null : 'ended'
}

/** Whether a row of the outbox is news. Relies on `queueLetters` for valid props. */
export function isNews(row: { readonly kind: string; readonly props: unknown }): row is LetterWithNews {
  return newsKinds.includes(row.kind)
}

/** The news in a row of the outbox: several in a digest, none in a letter to a person. Relies on `queueNews` for valid props. */
export function newsIn(row: { readonly kind: string; readonly props: unknown }): readonly LetterWithNews[] {
  if (isNews(row)) return [row]
  return isGathered(row) ? row.props.letters : []
}

function isGathered(row: {
  readonly kind: string
  readonly props: unknown
}): row is { readonly kind: 'gathered'; readonly props: Letters['gathered'] } {
  return row.kind === 'gathered'
}
