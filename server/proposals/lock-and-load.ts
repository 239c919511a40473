import { type RawBuilder, sql } from 'kysely'
import type { Situation } from '../../domain/proposals/proposal.ts'
import { now, type Tx } from '../database/database.ts'
import { khateebName } from '../fragments/khateeb-name.ts'
import type { Occasion } from '../letters/letter.ts'
import { occasionColumns } from './occasion.ts'
import {
  blockingSides,
  earlierDirections,
  isBusy,
  isFilled,
  proposalsForSlot,
} from './proposal-predicates.ts'

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
export interface LockedSlot extends Occasion {
  readonly id: string
  readonly startsAt: Date
  readonly removed: boolean
  readonly masjidEmail: string
  /** Whether the masjid is suspended. */
  readonly hidden: boolean
}

export interface LockedKhateeb {
  readonly uid: string
  readonly name: string
  readonly email: string
  /** Whether the khateeb is suspended. */
  readonly hidden: boolean
}

/**
 * Locks a khateeb's row until the transaction ends, so that changes to the khateeb's proposals run one after the other.
 * Every transaction locks the khateeb before the slot, to avoid deadlocks.
 */
export async function lockKhateeb(tx: Tx, uid: string): Promise<LockedKhateeb | undefined> {
  return selectKhateeb(tx, uid).forNoKeyUpdate('k').executeTakeFirst()
}

/** Reads a khateeb's name and e-mail without locking the row. */
export async function loadKhateeb(tx: Tx, uid: string): Promise<LockedKhateeb> {
  return selectKhateeb(tx, uid).executeTakeFirstOrThrow()
}

function selectKhateeb(tx: Tx, uid: string) {
  return tx
    .selectFrom('khateebs as k')
    .innerJoin('accounts as a', 'a.uid', 'k.uid')
    .where('k.uid', '=', uid)
    .select(['k.uid', 'a.email', 'k.hidden', khateebName('k').as('name')])
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
): Promise<LockedSlot | undefined> {
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
      'm.hidden',
    ])
    .forNoKeyUpdate('s')
    .executeTakeFirst()
}

/** Loads what the rules need to judge a locked slot and a locked khateeb. Reads the clock only now that both are locked. */
export async function loadSituation(tx: Tx, slot: LockedSlot, khateebUid: string): Promise<Situation> {
  const pair = {
    slotId: sql`${slot.id}`,
    masjidUid: sql`${slot.masjidUid}`,
    startsAt: sql`${slot.startsAt}`,
    khateebUid: sql`${khateebUid}`,
  }
  const { filled, ...moment } = await tx
    .selectNoFrom([
      now.as('now'),
      isFilled(pair).as('filled'),
      isBusy(pair).as('khateebBusy'),
      blockingSides(pair).as('blockedBy'),
      proposalsForSlot(pair).as('proposals'),
      earlierDirections(pair).as('earlier'),
    ])
    .executeTakeFirstOrThrow()
  return { ...moment, slot: { startsAt: slot.startsAt, removed: slot.removed, filled } }
}
