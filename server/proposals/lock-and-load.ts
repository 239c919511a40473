import { type RawBuilder, sql } from 'kysely'
import type { InputOf } from '../../contract/endpoint.ts'
import type { FailureCode } from '../../contract/failures.ts'
import type { requestToLead } from '../../contract/proposals.ts'
import type { ApprovalSettings } from '../../domain/approval/approval.ts'
import type { Assignment } from '../../domain/proposals/end-assignment.ts'
import type { AcceptanceContext, Direction, Proposal } from '../../domain/proposals/proposal.ts'
import { databaseNow, type Tx } from '../database/database.ts'
import { Failure, withFailureSubject } from '../http/failure.ts'
import type { PlaceInLetter } from '../letters/content/letter-slot.ts'
import { markOf } from '../sql-fragments/khateeb-marks.ts'
import { khateebName } from '../sql-fragments/names-and-times.ts'
import { blockingSides } from './proposal-fragments.ts'
import { slotsWithMasjids } from './slots-with-masjids.ts'

/** How a call refers to a slot: by its id, or by masjid, date and time. */
export type SlotReference = Omit<InputOf<typeof requestToLead>, 'khateebId'>

/** A slot whose row the transaction has locked, with the data that letters need. */
export type LockedSlot = Awaited<ReturnType<typeof lockSlot>>

/** A khateeb whose row the transaction has locked. */
export type LockedKhateeb = Awaited<ReturnType<typeof lockKhateeb>>

/** The fields of a khateeb that letters need. The row need not be locked. */
export type NamedKhateeb = Pick<LockedKhateeb, 'uid' | 'name'>

/**
 * Returns SQL for the value by which `lockSlot` prefers a slot over others with the same date and time. `slot` is the table alias of the
 * slot's row.
 */
export type SlotPreference = (slot: string) => RawBuilder<unknown>

/**
 * Locks a khateeb and a slot, and loads the facts that the rules need. Throws `not_found` if the khateeb or the slot does not exist, or if
 * the khateeb or the slot's masjid is suspended.
 */
export async function lockAndLoad(
  tx: Tx,
  khateebUid: string,
  reference: SlotReference,
  preference?: SlotPreference,
) {
  const khateeb = await lockKhateeb(tx, khateebUid)
  const slot = await lockSlot(tx, reference, preference)
  if (khateeb.hidden || slot.hidden) throw new Failure('not_found')
  const { place, ...context } = await loadProposalContext(tx, slot, khateebUid)
  return { khateeb, slot: { ...slot, ...place }, context }
}

/**
 * Locks a khateeb's row until the transaction ends, so that changes to the khateeb's proposals run one after the other. Every transaction
 * locks the khateeb before the slot, to prevent deadlocks.
 * @param missing the failure to throw if there is no such khateeb
 */
export async function lockKhateeb(tx: Tx, uid: string, missing: FailureCode = 'not_found') {
  const locked = selectKhateeb(tx, uid).forNoKeyUpdate('k')
  return locked.executeTakeFirstOrThrow(() => new Failure(missing))
}

/** Reads a khateeb's name without locking the row. */
export async function loadKhateeb(tx: Tx, uid: string): Promise<NamedKhateeb> {
  return selectKhateeb(tx, uid).executeTakeFirstOrThrow()
}

/** Selects a khateeb's uid and name. `hidden`: the khateeb is suspended. */
function selectKhateeb(tx: Tx, uid: string) {
  return tx
    .selectFrom('khateebs as k')
    .where('k.uid', '=', uid)
    .select(['k.uid', 'k.hidden', khateebName('k').as('name')])
}

/**
 * Locks, until the transaction ends, the slot that a call refers to. If the reference has both an id and a masjid, both must match. Several
 * slots can have the same date and time, because a removed slot can be posted again. Locks the current slot if `preference` gives it a
 * value, else the removed slot with the highest value, because a retry may be about a removed slot. If no slot has a value, locks the
 * current slot, or else the slot that was removed last. `hidden`: the masjid is suspended. Throws `not_found` if no slot matches.
 */
export async function lockSlot(tx: Tx, reference: SlotReference, preference?: SlotPreference) {
  const slot = await selectAndLockSlot(tx, reference, preference)
  if (slot !== undefined && (typeof reference.slotId === 'string' || !slot.removed)) return slot
  // If the statement has waited for a move of this slot, it has not seen another slot that the same move put at this date and time. A
  // second statement sees that slot.
  const current = await selectAndLockSlot(tx, reference, preference)
  if (current === undefined) throw new Failure('not_found')
  return current
}

function selectAndLockSlot(
  tx: Tx,
  { slotId, masjidUid, khutbahDate, khutbahTime }: SlotReference,
  preference: SlotPreference = () => sql`null::int`,
) {
  return slotsWithMasjids(tx)
    .$if(masjidUid !== undefined, (query) => query.where('s.masjid_uid', '=', masjidUid ?? ''))
    .where((eb) =>
      typeof slotId === 'string'
        ? eb('s.id', '=', slotId)
        : eb('s.date', '=', khutbahDate ?? '').and('s.time', '=', khutbahTime ?? ''),
    )
    .orderBy(sql`s.removed_at is null and ${preference('s')} is not null`, 'desc')
    .orderBy(preference('s'), (order) => order.desc().nullsLast())
    .orderBy('s.removed_at', (order) => order.desc().nullsFirst())
    .limit(1)
    .select(['s.starts_at as startsAt', sql<boolean>`s.removed_at is not null`.as('removed'), 'm.hidden'])
    .forNoKeyUpdate('s')
    .executeTakeFirst()
}

/**
 * Locks several slots in the order of their ids, as every transaction does, to prevent deadlocks. A `Failure` contains the id of the slot
 * that it is about.
 * @param masjidUid finds only slots of this masjid; undefined for slots of any masjid
 */
export async function lockSlots(
  tx: Tx,
  slotIds: Iterable<string>,
  masjidUid: string | undefined,
): Promise<readonly LockedSlot[]> {
  const slots: LockedSlot[] = []
  for (const slotId of [...new Set(slotIds)].toSorted())
    slots.push(await withFailureSubject({ slotId }, () => lockSlot(tx, { slotId, masjidUid })))
  return slots
}

/**
 * SQL for the masjid's place in letters. The masjid may have moved while the transaction waited for the lock on a slot: the columns of the
 * locking statement then have the new row of the slot, but the former row of the masjid. So read the place in a later statement.
 */
export function currentPlace(masjidUid: string): RawBuilder<PlaceInLetter> {
  return sql`(
    select jsonb_build_object('address', masjid_address, 'city', city, 'stateCode', state_code, 'zipCode', zip_code,
      'timeZone', time_zone)
    from masjids where uid = ${masjidUid})`
}

/**
 * Loads the facts that the rules need to judge a locked slot and a locked khateeb. Reads the clock only now that both are locked. `place`
 * is the current place of the masjid, which may have moved while this transaction waited for the slot.
 */
export async function loadProposalContext(
  tx: Tx,
  slot: LockedSlot,
  khateebUid: string,
): Promise<Omit<AcceptanceContext, 'seenStart'> & { readonly place: PlaceInLetter }> {
  const { slotId, startsAt, removed } = slot
  const pair = { masjidUid: sql`${slot.masjidUid}`, khateebUid: sql`${khateebUid}` }
  const { filled, assignment, ...moment } = await tx
    .selectNoFrom([
      databaseNow.as('now'),
      sql<boolean>`exists (select from assignments where slot_id = ${slotId} and ended_at is null)`.as(
        'filled',
      ),
      // The khateeb's newest assignment to this slot.
      sql<Pick<Assignment, 'end'> | null>`(
        select jsonb_build_object('end', end_reason) from assignments
        where slot_id = ${slotId} and khateeb_uid = ${khateebUid}
        order by confirmed_at desc limit 1)`.as('assignment'),
      // Whether the khateeb is confirmed for another slot whose hour overlaps this slot's.
      sql<boolean>`exists (
        select from assignments
        where khateeb_uid = ${khateebUid} and ended_at is null and slot_id <> ${slotId}
          and speaking_hour(starts_at) && speaking_hour(${startsAt}))`.as('khateebBusy'),
      blockingSides(pair).as('blockedBy'),
      sql<ApprovalSettings>`(
        select jsonb_build_object('approvedOnly', approved_only, 'mark', ${markOf(pair.masjidUid, pair.khateebUid)})
        from masjids where uid = ${slot.masjidUid})`.as('approval'),
      currentPlace(slot.masjidUid).as('place'),
      // The proposals between the khateeb and the masjid for this slot, oldest first.
      sql<Proposal[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'direction', direction, 'state', state) order by number), '[]')
        from proposals where slot_id = ${slotId} and khateeb_uid = ${khateebUid})`.as('proposals'),
      // The directions of the khateeb's proposals for removed slots that had the same masjid, date and time. They count toward the limit
      // of proposals (`proposalsLeft`), so that posting the slot again doesn't reset the limit.
      sql<Direction[]>`array(
        select p.direction
        from slots as this
          join slots as former using (masjid_uid, date, time)
          join proposals as p on p.slot_id = former.id
        where this.id = ${slotId} and former.id <> ${slotId} and p.khateeb_uid = ${khateebUid})`.as(
        'earlierDirections',
      ),
    ])
    .executeTakeFirstOrThrow()
  return { ...moment, assignmentEnd: assignment?.end, slot: { startsAt, removed, filled } }
}
