import { calendarEvents } from '../calendar/calendar-events.ts'
import { calendarFile } from '../calendar/calendar-file.ts'
import type { Queryable } from '../database/database.ts'
import type { Letter, Letters, LetterWithNews } from './content/letter.ts'
import { kindsThatSay, newsIn } from './content/news-kinds.ts'
import { recordMailedEvents } from './mailed-events.ts'
import type { CalendarPart } from './transport.ts'

const kindsWithEvents = kindsThatSay('confirmed', 'canceled', 'moved', 'ended_by_reader')

/**
 * Returns the calendar files to attach to a letter with news for a party. They contain the assignments that the letter confirms, changes or
 * cancels, with the same event ids as the party's subscribed calendar. So a mail program without this subscription adds, updates or removes
 * the same events. One file has all events to add or update. Each canceled event has a file of its own, as RFC 5546 (3.2.5) requires. Records
 * which member gets which event.
 */
export async function calendarParts(
  reader: Queryable,
  letter: Letter,
  to: { readonly address: string; readonly partyUid: string | null; readonly publicUrl: string },
): Promise<readonly CalendarPart[]> {
  const { address, publicUrl } = to
  const { partyUid, pairs } =
    letter.kind === 'new_khateeb_confirmed'
      ? pairsOfNewKhateeb(letter.props)
      : { partyUid: to.partyUid, pairs: newsIn(letter).flatMap(pairsWithEvents) }
  if (partyUid === null || pairs.length === 0) return []
  const party = await reader
    .selectFrom('parties')
    .where('uid', '=', partyUid)
    .select(['uid', 'role'])
    .executeTakeFirst()
  if (party === undefined) return []
  const { role } = party
  // Before the events are read: see `recordMailedEvents`.
  await recordMailedEvents(reader, { address, partyUid }, pairs)
  const events = await calendarEvents(reader, party, pairs)
  const current = events.filter(({ state }) => state !== 'canceled')
  const canceled = events.filter(({ state }) => state === 'canceled')
  return [
    ...(current.length === 0 ? [] : [{ method: 'PUBLISH' as const, events: current }]),
    ...canceled.map((event) => ({ method: 'CANCEL' as const, events: [event] })),
  ].map(({ method, events: listed }) => ({
    method,
    content: calendarFile({ role, method, events: listed, publicUrl }),
  }))
}

/**
 * `new_khateeb_confirmed` is the only letter to a person (not a party) about an assignment. By accepting the slot, the person became a
 * khateeb.
 */
function pairsOfNewKhateeb({ khateebUid, slot: { slotId } }: Letters['new_khateeb_confirmed']) {
  return { partyUid: khateebUid, pairs: [{ slotId, khateebUid }] }
}

/** Returns no event for news about a proposal, because it may never become an assignment. */
function pairsWithEvents({ kind, props }: LetterWithNews) {
  if (!kindsWithEvents.includes(kind)) return []
  const { khateebUid, occasion } = props
  if ('slots' in props)
    return props.slots.filter(({ was }) => was === 'confirmed').map(({ slotId }) => ({ slotId, khateebUid }))
  return 'was' in props && props.was !== 'confirmed' ? [] : [{ slotId: occasion.slotId, khateebUid }]
}
