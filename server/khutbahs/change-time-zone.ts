import { type RawBuilder, sql } from 'kysely'
import { type FieldError, fieldErrorMessage } from '../../contract/field-errors.ts'
import { staysConfirmed } from '../../domain/khutbahs/stays-confirmed.ts'
import { dateIn, instantOf } from '../../domain/khutbahs/wall-clock.ts'
import { type PartyActor, recordAudit } from '../audit/record-audit.ts'
import { databaseNow, type Tx } from '../database/database.ts'
import { Failure, invalidField } from '../http/failure.ts'
import {
  auditEntriesOfClosedProposals,
  type ClosedProposals,
  closeProposals,
} from '../proposals/close-proposals.ts'
import { khateebName, slotTime } from '../sql-fragments/names-and-times.ts'
import type { UpcomingSlot } from './lock-upcoming-slots.ts'
import { skipReconfirmation } from './skip-reconfirmation.ts'

interface TimeZoneChange {
  readonly timeZone: string
  /** The field of the call that changes the zone. Errors are reported at this field. */
  readonly field: 'timeZone' | 'zipCode'
  /** The masjid’s upcoming slots. The transaction must have locked them. */
  readonly upcoming: readonly UpcomingSlot[]
  /** The khateebs who are confirmed for these slots or have a pending proposal. The transaction must have locked them. */
  readonly khateebUids: readonly string[]
}

/**
 * Moves a masjid's upcoming slots to another time zone. Slots keep their wall-clock times, so their instants may change. If the instant of
 * an assignment changes, its khateeb must confirm again, unless he stays confirmed (`staysConfirmed`). Closes the pending proposals that
 * would then overlap an assignment of their khateeb. Fails with `zone_overlap` if a khateeb would have overlapping assignments. The error
 * contains the names of these khateebs and their slots at this masjid.
 * @returns the slots that begin at another instant, with their former starts, and the closed proposals
 */
export async function changeTimeZone(
  tx: Tx,
  by: PartyActor,
  { timeZone, field, upcoming, khateebUids }: TimeZoneChange,
): Promise<{ readonly moved: readonly UpcomingSlot[]; readonly closed: ClosedProposals }> {
  const masjidUid = by.uid
  const slots = upcoming.flatMap((slot) => {
    const { date, time } = slot
    const startsAt = instantOf(date, time, timeZone)
    if (startsAt === null) throw invalidField(field, 'time_zone_skips', { time, date })
    return startsAt.getTime() === slot.startsAt.getTime() ? [] : [{ slot, startsAt }]
  })
  const moved = slots.map((it) => it.slot)
  if (moved.length === 0) return { moved, closed: [] }
  const slotIds = moved.map((it) => it.slotId)
  // PostgreSQL updates the assignments one by one. Assignments are often an hour apart, so some of them overlap until all have moved.
  // Check the constraint at the end.
  await sql`set constraints one_place_at_a_time deferred`.execute(tx)
  const instants = slots.map(({ startsAt }) => startsAt)
  await sql`
    update slots set starts_at = moved.starts_at
    from unnest(${slotIds}::uuid[], ${instants}::timestamptz[]) as moved (id, starts_at)
    where slots.id = moved.id`.execute(tx)
  const overlapping = await overlappingSlots(tx, masjidUid)
  if (overlapping.length > 0) {
    const errors = overlapErrors(overlapping)
    throw new Failure('zone_overlap', {
      sentence: errors.map(fieldErrorMessage).join(' '),
      fieldErrors: { [field]: errors },
    })
  }
  // Checks the constraint now. `overlappingSlots` has found no overlap, and concurrent transactions cannot confirm the locked khateebs.
  await sql`set constraints one_place_at_a_time immediate`.execute(tx)
  await skipReconfirmation(tx, await stayingConfirmed(tx, timeZone, slotIds))
  const closed = await closeProposals(tx, overlapsAssignment(slotIds, khateebUids))
  await recordAudit(tx, by, [
    ...slotIds.map((slotId) => ({ event: 'slot_zone_changed', masjidUid, slotId }) as const),
    ...auditEntriesOfClosedProposals(closed),
  ])
  return { moved, closed }
}

/** Returns the ids of the assignments whose khateebs stay confirmed, because their slot is back at about the start that they agreed to. */
async function stayingConfirmed(
  tx: Tx,
  timeZone: string,
  slotIds: readonly string[],
): Promise<readonly string[]> {
  const asked = await tx
    .selectFrom('assignments as a')
    .innerJoin('slots as s', 's.id', 'a.slot_id')
    .where(sql<boolean>`a.slot_id = any(${slotIds}::uuid[])`)
    .where('a.ended_at', 'is', null)
    .select(['a.id', 'a.agreed_starts_at as agreed', 's.date', 's.starts_at as startsAt'])
    .execute()
  return asked.flatMap(({ id, agreed, ...start }) =>
    agreed !== null && staysConfirmed({ date: dateIn(timeZone, agreed), startsAt: agreed }, start)
      ? [id]
      : [],
  )
}

interface OverlappingSlot {
  readonly khateeb: string
  readonly date: string
  readonly time: string
}

/** Maximum number of slots that the error lists. */
const maxNamedSlots = 4

function overlapErrors(slots: readonly OverlappingSlot[]): FieldError[] {
  const named = slots.slice(0, maxNamedSlots).map(
    ({ khateeb, date, time }): FieldError => ({
      code: 'time_zone_overlap',
      params: { khateeb, date, time },
    }),
  )
  const count = slots.length - named.length
  return count === 0 ? named : [...named, { code: 'time_zone_overlaps_more', params: { count } }]
}

/**
 * Returns the masjid's slots whose khateeb has another assignment at that hour, soonest first. For privacy, the other masjid is left out.
 */
function overlappingSlots(tx: Tx, masjidUid: string): Promise<OverlappingSlot[]> {
  return tx
    .selectFrom('assignments as here')
    .innerJoin('assignments as there', 'there.khateeb_uid', 'here.khateeb_uid')
    .innerJoin('khateebs as k', 'k.uid', 'here.khateeb_uid')
    .innerJoin('slots as s', 's.id', 'here.slot_id')
    .where('here.masjid_uid', '=', masjidUid)
    .where('here.ended_at', 'is', null)
    .where('there.ended_at', 'is', null)
    .whereRef('there.id', '!=', 'here.id')
    .where(sql<boolean>`speaking_hour(here.starts_at) && speaking_hour(there.starts_at)`)
    .select([khateebName('k').as('khateeb'), 's.date', slotTime('s').as('time'), 's.starts_at'])
    .distinct()
    .orderBy('s.starts_at')
    .execute()
}

/**
 * Returns a condition for `closeProposals`: the proposal overlaps an assignment of the same khateeb, and the slot of the proposal or of the
 * assignment has moved.
 */
function overlapsAssignment(
  movedIds: readonly string[],
  khateebUids: readonly string[],
): RawBuilder<boolean> {
  return sql<boolean>`p.khateeb_uid = any(${khateebUids}::uuid[]) and s.starts_at >= ${databaseNow} and exists (
    select from assignments a
    where a.khateeb_uid = p.khateeb_uid and a.ended_at is null and a.slot_id <> p.slot_id
      and speaking_hour(a.starts_at) && speaking_hour(s.starts_at)
      and (a.slot_id = any(${movedIds}::uuid[]) or p.slot_id = any(${movedIds}::uuid[])))`
}
