import { calendarEvents } from '../calendar/calendar-events.ts'
import { calendarFile } from '../calendar/calendar-file.ts'
import type { Queryable } from '../database/database.ts'
import type { Letter, Letters, LetterWithNews } from './content/letter.ts'
import { kindsThatSay, newsIn } from './content/news-kinds.ts'
import type { CalendarPart } from './transport.ts'

/** The kinds of news that confirm, change or cancel an assignment. */
const kindsWithEvents = kindsThatSay('confirmed', 'canceled', 'moved')

/**
 * The calendar files of a letter with news for a party: the events of the assignments that it confirms, changes or cancels, as the party's
 * calendar has them now. So a reader without a subscribed calendar adds, updates or removes the same events. Events to add or
 * update are in one file. Each canceled one has its own, as RFC 5546 (3.2.5) demands.
 */
export async function calendarParts(
  reader: Queryable,
  letter: Letter,
  to: { readonly partyUid: string | null; readonly publicUrl: string },
): Promise<readonly CalendarPart[]> {
  const { publicUrl } = to
  const { partyUid, pairs } =
    letter.kind === 'new_khateeb_confirmed'
      ? ofNewKhateeb(letter.props)
      : { partyUid: to.partyUid, pairs: newsIn(letter).flatMap(pairsWithEvents) }
  if (partyUid === null || pairs.length === 0) return []
  const party = await reader
    .selectFrom('parties')
    .where('uid', '=', partyUid)
    .select(['uid', 'role'])
    .executeTakeFirst()
  if (party === undefined) return []
  const { role } = party
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

/** The only letter to a person about an assignment: they became a khateeb by accepting it. */
function ofNewKhateeb({ khateebUid, slot: { slotId } }: Letters['new_khateeb_confirmed']) {
  return { partyUid: khateebUid, pairs: [{ slotId, khateebUid }] }
}

/** News about a proposal has no event: the proposal may lead to nothing. */
function pairsWithEvents({ kind, props }: LetterWithNews) {
  if (!kindsWithEvents.includes(kind)) return []
  const { khateebUid, occasion } = props
  if ('slots' in props)
    return props.slots.filter(({ was }) => was === 'confirmed').map(({ slotId }) => ({ slotId, khateebUid }))
  return 'was' in props && props.was !== 'confirmed' ? [] : [{ slotId: occasion.slotId, khateebUid }]
}
