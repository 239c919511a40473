import type { NewsCategory } from '../../../domain/news/delivery.ts'
import type { Letters, LetterWithNews } from './letter.ts'

/**
 * The meaning of a kind of news. `pending`: a proposal, or a khateeb who asks for approval, awaits an answer. `confirmed`: a khateeb is
 * confirmed, or a confirmed khutbah has a new language, note or repeated topic. `ended`: a proposal has ended. `canceled`: a proposal or an
 * assignment was canceled. `moved`: the masjid or the slot has moved. `approved`: a masjid has approved a khateeb. `ended_by_reader`: the
 * reader's own party has ended an assignment. `changed_by_reader`: the reader's own party has moved a slot, has changed its time zone, or
 * has confirmed a new start. `event_updated`: a calendar event is not current, because news of an ended assignment was overtaken.
 */
export type NewsMeaning =
  | 'pending'
  | 'confirmed'
  | 'ended'
  | 'canceled'
  | 'moved'
  | 'approved'
  | 'ended_by_reader'
  | 'changed_by_reader'
  | 'event_updated'

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
  you_withdrew: 'ended_by_reader',
  you_removed_khateeb: 'ended_by_reader',
  you_removed_slot: 'ended_by_reader',
  you_moved_slot: 'changed_by_reader',
  you_reconfirmed: 'changed_by_reader',
  khateeb_event_updated: 'event_updated',
  masjid_event_updated: 'event_updated',
}

/** All kinds of news. The number of letters with news is limited per hour. */
export const newsKinds: readonly string[] = Object.keys(meanings)

/** Returns the kinds of news with one of these meanings. */
export function kindsThatSay(...wanted: readonly NewsMeaning[]): readonly string[] {
  return Object.entries(meanings).flatMap(([kind, meaning]) => (wanted.includes(meaning) ? [kind] : []))
}

/**
 * The kinds of news about the end of an assignment or a proposal. If the slot moves afterwards, this news keeps the start that the slot had
 * when the assignment or proposal ended. All other news shows the current start. With the current start, a khateeb would read about a start
 * that he has never heard of, because he gets no news of later moves. A masjid would read that a khateeb can't come on a date that he was
 * never asked about.
 */
export const kindsThatKeepStart = kindsThatSay('ended', 'canceled', 'ended_by_reader')

/**
 * The kinds of news that only cancel or update a calendar event that an earlier letter contained. A member who got no such letter doesn't
 * get this news, and the bell doesn't show it.
 */
export const kindsThatOnlyUpdateEvents = kindsThatSay('ended_by_reader', 'changed_by_reader', 'event_updated')

/** Whether a piece of news only cancels or updates a calendar event that an earlier letter to the member contained. */
export function onlyUpdatesEvents({ kind, props }: LetterWithNews): boolean {
  return kindsThatOnlyUpdateEvents.includes(kind) || props.onlyUpdatesEvent === true
}

/** The kinds of news that a user can cause about one slot again and again: a masjid by its note, a khateeb by his topic. */
const repeatableKinds: readonly string[] = [
  'slot_described',
  'topic_comes_again',
] satisfies LetterWithNews['kind'][]

const confirmations = kindsThatSay('confirmed').filter((kind) => !repeatableKinds.includes(kind))
const cancellations = kindsThatSay('canceled', 'moved')

/**
 * Returns the news for a member who has turned it off: news that only updates the calendar event which the member already has. Otherwise a
 * mail calendar would still ask to confirm a start that the khateeb has confirmed. Undefined for news other than confirmations: if members
 * can turn off such news, it changes neither the start nor the status of an event.
 */
export function eventUpdateInstead({ kind, props }: LetterWithNews): LetterWithNews | undefined {
  if (!confirmations.includes(kind)) return undefined
  const update = {
    kind,
    props: { ...props, ...('closed' in props && { closed: [] }), onlyUpdatesEvent: true },
  }
  return isNews(update) ? update : undefined
}

/**
 * Whether a piece of news says that a confirmed khutbah won't take place as agreed. News about a removed slot is a cancellation only if the
 * khateeb was confirmed. Otherwise a masjid could send unlimited letters by inviting a khateeb to slots and removing the slots. News about
 * a moved masjid is a cancellation only if a confirmed slot is at another place or instant.
 */
export function isCancellation({ kind, props }: LetterWithNews): boolean {
  const isAboutProposal = 'was' in props && props.was !== 'confirmed'
  const canWait = 'isUrgent' in props && !props.isUrgent
  return cancellations.includes(kind) && !isAboutProposal && !canWait
}

/** Whether a piece of news says that a khateeb is confirmed, perhaps only to update the event of a member who has turned off this news. */
export function isConfirmation({ kind }: LetterWithNews): boolean {
  return confirmations.includes(kind)
}

/** Whether a piece of news says that a khutbah is confirmed, or won't take place as agreed, so that it must be sent at once. */
export function isUrgent(letter: LetterWithNews): boolean {
  return (isConfirmation(letter) && !onlyUpdatesEvents(letter)) || isCancellation(letter)
}

/**
 * Returns the category under which a member can turn off a piece of news; null if members cannot turn it off. News with the meaning
 * `canceled` that cancels no confirmed khutbah is about a proposal, so its category is `ended`.
 */
export function categoryOf(letter: LetterWithNews): NewsCategory | null {
  const { kind, props } = letter
  const meaning = meanings[kind]
  if (props.onlyUpdatesEvent === true || meaning === 'moved' || meaning === 'approved') return null
  if (meaning === 'ended_by_reader' || meaning === 'changed_by_reader' || meaning === 'event_updated')
    return null
  if (meaning !== 'canceled') return meaning
  return isCancellation(letter) ? null : 'ended'
}

/** Whether a row of the outbox is news. Does not check the props, because `queueNews` writes only valid ones. */
export function isNews(row: { readonly kind: string; readonly props: unknown }): row is LetterWithNews {
  return newsKinds.includes(row.kind)
}

/**
 * Returns the news in a row of the outbox. A digest has several pieces of news. A letter to a person has no news. Does not check the props,
 * because `queueNews` writes only valid ones.
 */
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
