import { type RawBuilder, sql } from 'kysely'
import type { Direction, Proposal, Situation } from '../../domain/proposals/proposal.ts'
import { now, type Tx } from '../database/database.ts'
import { khateebName } from '../fragments/names-and-times.ts'
import { occasionColumns } from './occasion.ts'
import { blockingSides } from './proposal-predicates.ts'

/** How a call refers to a slot: by its id, or by masjid, date and time. */
export interface SlotReference {
  readonly slotId?: string | null | undefined
  readonly masjidUid?: string | undefined
  /** YYYY-MM-DD. */
  readonly khutbahDate?: string | undefined
  /** HH:MM. */
  readonly khutbahTime?: string | undefined
}

/** A slot whose row the transaction has locked, with the data that letters need. */
export type LockedSlot = NonNullable<Awaited<ReturnType<typeof lockSlot>>>

export type LockedKhateeb = Awaited<ReturnType<typeof loadKhateeb>>

/**
 * Locks a khateeb's row until the transaction ends, so that changes to the khateeb's proposals run one after the other.
 * Every transaction locks the khateeb before the slot, to avoid deadlocks.
 */
export async function lockKhateeb(tx: Tx, uid: string) {
  return selectKhateeb(tx, uid).forNoKeyUpdate('k').executeTakeFirst()
}

/** Reads a khateeb's name and e-mail without locking the row. */
export async function loadKhateeb(tx: Tx, uid: string) {
  return selectKhateeb(tx, uid).executeTakeFirstOrThrow()
}

function selectKhateeb(tx: Tx, uid: string) {
  return (
    tx
      .selectFrom('khateebs as k')
      .innerJoin('accounts as a', 'a.uid', 'k.uid')
      .where('k.uid', '=', uid)
      // `hidden`: whether the khateeb is suspended.
      .select(['k.uid', 'a.email', 'k.hidden', khateebName('k').as('name')])
  )
}

/**
 * Locks the slot that a call refers to until the transaction ends. If the reference has both an id and a masjid, both must
 * match. Several slots can have the same date and time, as a removed slot can be posted again. Then this returns the
 * current slot, or else the one removed last. A retried call may be about a former slot, though: it passes as
 * `preferredSlot` an SQL value of slot `s`; the slot with the highest value wins, and null ranks last.
 */
export async function lockSlot(
  tx: Tx,
  { slotId, masjidUid, khutbahDate, khutbahTime }: SlotReference,
  preferredSlot: RawBuilder<unknown> = sql`null::int`,
) {
  return tx
    .selectFrom('slots as s')
    .innerJoin('masjids as m', 'm.uid', 's.masjid_uid')
    .innerJoin('accounts as a', 'a.uid', 'm.uid')
    .$if(masjidUid !== undefined, (query) => query.where('s.masjid_uid', '=', masjidUid ?? ''))
    .where((eb) =>
      typeof slotId === 'string'
        ? eb('s.id', '=', slotId)
        : eb('s.date', '=', khutbahDate ?? '').and('s.time', '=', khutbahTime ?? ''),
    )
    .orderBy(preferredSlot, (order) => order.desc().nullsLast())
    .orderBy('s.removed_at', (order) => order.desc().nullsFirst())
    .limit(1)
    .select([
      's.id',
      ...occasionColumns,
      's.starts_at as startsAt',
      sql<boolean>`s.removed_at is not null`.as('removed'),
      'a.email as masjidEmail',
      // Whether the masjid is suspended.
      'm.hidden',
    ])
    .forNoKeyUpdate('s')
    .executeTakeFirst()
}

/** Loads what the rules need to judge a locked slot and a locked khateeb. Reads the clock only now that both are locked. */
export async function loadSituation(tx: Tx, slot: LockedSlot, khateebUid: string): Promise<Situation> {
  const isOfKhateeb = sql`khateeb_uid = ${khateebUid}`
  const { filled, ...moment } = await tx
    .selectNoFrom([
      now.as('now'),
      sql<boolean>`exists (select from assignments where slot_id = ${slot.id} and ended_at is null)`.as(
        'filled',
      ),
      // Whether the khateeb is confirmed for another slot whose hour overlaps this slot's.
      sql<boolean>`exists (
        select from assignments
        where ${isOfKhateeb} and ended_at is null and slot_id <> ${slot.id}
          and speaking_hour(starts_at) && speaking_hour(${slot.startsAt}))`.as('khateebBusy'),
      blockingSides({ masjidUid: sql`${slot.masjidUid}`, khateebUid: sql`${khateebUid}` }).as('blockedBy'),
      // The proposals of either side for this slot, oldest first.
      sql<Proposal[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'direction', direction, 'state', state) order by number), '[]')
        from proposals where slot_id = ${slot.id} and ${isOfKhateeb})`.as('proposals'),
      // The directions of proposals for removed slots with the same masjid, date and time.
      sql<Direction[]>`array(
        select p.direction
        from slots as this
          join slots as former using (masjid_uid, date, time)
          join proposals as p on p.slot_id = former.id
        where this.id = ${slot.id} and former.id <> ${slot.id} and ${isOfKhateeb})`.as('earlier'),
    ])
    .executeTakeFirstOrThrow()
  return { ...moment, slot: { startsAt: slot.startsAt, removed: slot.removed, filled } }
}
