import type { Role } from '../../contract/endpoint.ts'
import { type CalendarEvent, calendarEvents } from '../calendar/calendar-events.ts'
import { calendarFile } from '../calendar/calendar-file.ts'
import type { Queryable } from '../database/database.ts'
import type { Letter } from './content/letter.ts'
import type { EventOfDeletedParty } from './content/member-letter-props.ts'
import { kindsThatSay, newsIn } from './content/news-kinds.ts'
import {
  isSameEvent,
  type MemberOfParty,
  recordMailedEvents,
  type SentEvent,
  type SlotAndKhateeb,
} from './mailed-events.ts'
import type { ClaimedLetter } from './outbox-store.ts'
import type { CalendarPart } from './transport.ts'

const kindsWithEvents = kindsThatSay(
  'confirmed',
  'canceled',
  'moved',
  'ended_by_reader',
  'changed_by_reader',
  'event_updated',
)

/**
 * Returns the calendar files to attach to a letter. They contain the assignments that the letter confirms, changes or cancels, so that a
 * member without a subscribed calendar gets these events, too. The event ids are those of the subscribed calendar. One file has all events
 * to add or update. Each canceled event has a file of its own, as RFC 5546 (3.2.5) requires. Records which member gets which event.
 */
export async function calendarParts(
  db: Queryable,
  letter: Letter,
  recipient: Pick<ClaimedLetter, 'personId' | 'partyUid'>,
  publicUrl: string,
): Promise<CalendarParts> {
  if (letter.kind === 'account_deleted' || letter.kind === 'membership_ended')
    return {
      ...noCalendarParts,
      parts: await canceledParts(db, letter.props.mailedEvents ?? [], publicUrl),
    }
  const assignments = assignmentsIn(letter)
  if (assignments.length === 0) return noCalendarParts
  const member = await memberWithRole(db, letter, recipient)
  if (member === undefined) return noCalendarParts
  const { role } = member
  const mailed = await recordMailedEvents(db, member, assignments)
  const events = await readEvents(db, { uid: member.partyUid, role }, assignments)
  const current = events.filter(isOfAssignment)
  const canceled = events.filter(({ state }) => state === 'canceled')
  return {
    parts: [
      ...(current.length === 0 ? [] : [calendarPart('PUBLISH', role, current, publicUrl)]),
      ...canceled.map((event) => calendarPart('CANCEL', role, [event], publicUrl)),
    ],
    // An unrecorded event must not be sent, because no later letter would update or cancel it.
    isOutdated:
      assignments.some(
        ({ isConfirmed, ...pair }) =>
          isConfirmed !== undefined &&
          (isConfirmed ? canceled : current).some((event) => isSameEvent(event, pair)),
      ) || !current.every((event) => mailed.some((it) => isSameEvent(event, it))),
    events: mailed.flatMap(({ mailing, ...pair }) =>
      events
        .filter((it) => isSameEvent(it, pair))
        .map(({ startsAt, state }) => ({ ...pair, mailing, startsAt, state })),
    ),
  }
}

/** Reads events as if there were no proposals. Letters have no events of proposals, so no later letter would remove a tentative event. */
const readEvents = (
  reader: Queryable,
  owner: Parameters<typeof calendarEvents>[1],
  only: readonly SlotAndKhateeb[],
) => calendarEvents(reader, owner, { only, onlyAssignments: true })

const isOfAssignment = ({ state }: CalendarEvent) =>
  state === 'confirmed' || state === 'awaits_reconfirmation'

/** Returns a calendar file for each canceled event. Without these files, the events would stay in the mail programs of former members. */
async function canceledParts(
  reader: Queryable,
  mailed: readonly EventOfDeletedParty[],
  publicUrl: string,
): Promise<readonly CalendarPart[]> {
  const parts: CalendarPart[] = []
  for (const uid of new Set(mailed.map(({ partyUid }) => partyUid))) {
    const pairs = mailed.filter(({ partyUid }) => partyUid === uid)
    const role = pairs.some(({ khateebUid }) => khateebUid === uid) ? 'khateeb' : 'masjid'
    const events = await readEvents(reader, { uid, role }, pairs)
    const canceled = events.filter(({ state }) => state === 'canceled')
    parts.push(...canceled.map((event) => calendarPart('CANCEL', role, [event], publicUrl)))
  }
  return parts
}

function calendarPart(
  method: CalendarPart['method'],
  role: Role,
  events: readonly CalendarEvent[],
  publicUrl: string,
): CalendarPart {
  return { method, content: calendarFile({ role, method, events, publicUrl }) }
}

/** The calendar files of a letter. */
interface CalendarParts {
  readonly parts: readonly CalendarPart[]
  /** Whether the letter must be written again, because an assignment has begun or ended meanwhile. */
  readonly isOutdated: boolean
  /** The events in the files, to record after the letter was sent: see `recordSentEvents`. */
  readonly events: readonly SentEvent[]
}

/** The result for a letter without calendar files. */
export const noCalendarParts: CalendarParts = { parts: [], isOutdated: false, events: [] }

/**
 * Returns the member who gets a letter, and the role of the party. `new_khateeb_confirmed` is the only letter to a person (not a party)
 * about an assignment. By accepting the slot, the person became a khateeb, who has exactly one member.
 */
function memberWithRole(
  reader: Queryable,
  letter: Letter,
  { personId, partyUid }: Pick<ClaimedLetter, 'personId' | 'partyUid'>,
): Promise<(MemberOfParty & { readonly role: Role }) | undefined> {
  const members = reader
    .selectFrom('memberships')
    .select(['person_id as personId', 'party_uid as partyUid', 'party_role as role'])
  return letter.kind === 'new_khateeb_confirmed'
    ? members.where('party_uid', '=', letter.props.khateebUid).executeTakeFirst()
    : members.where('person_id', '=', personId).where('party_uid', '=', partyUid).executeTakeFirst()
}

interface AssignmentInLetter extends SlotAndKhateeb {
  /** Whether the assignment exists according to the letter. Undefined if the letter doesn't say. */
  readonly isConfirmed: boolean | undefined
}

/**
 * Returns the assignments for which a letter has calendar events. News about a proposal has none, because the proposal may never become an
 * assignment.
 */
function assignmentsIn(letter: Letter): readonly AssignmentInLetter[] {
  if (letter.kind === 'new_khateeb_confirmed') {
    const { slot, khateebUid } = letter.props
    return [{ slotId: slot.slotId, khateebUid, isConfirmed: true }]
  }
  return newsIn(letter).flatMap(({ kind, props }): readonly AssignmentInLetter[] => {
    if (!kindsWithEvents.includes(kind)) return []
    const { khateebUid, occasion, stateAtSending } = props
    if (kind === 'khateeb_event_updated' || kind === 'masjid_event_updated') {
      // The former slot may have moved to another date, and the khateeb may be confirmed for it again.
      const former =
        props.formerSlotId === undefined
          ? []
          : [{ slotId: props.formerSlotId, khateebUid, isConfirmed: undefined }]
      return [{ slotId: occasion.slotId, khateebUid, isConfirmed: true }, ...former]
    }
    if ('slots' in props) {
      const confirmed = props.slots.filter(({ was }) => was === 'confirmed')
      return confirmed.map(({ slotId }) => ({ slotId, khateebUid, isConfirmed: true }))
    }
    if ('was' in props && props.was !== 'confirmed') return []
    return [{ slotId: occasion.slotId, khateebUid, isConfirmed: stateAtSending?.isConfirmed === true }]
  })
}
