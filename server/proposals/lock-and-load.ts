import { type RawBuilder, sql } from 'kysely'
import type { Situation } from '../../domain/proposals/proposal.ts'
import { now, type Tx } from '../database/database.ts'
import { khateebName } from '../fragments/khateeb-name.ts'
import type { Occasion } from '../letters/letter.ts'
import { blockingSides, earlierDirections, isBusy, isFilled, proposalsForSlot } from './proposal-predicates.ts'
import { occasionColumns } from './occasion.ts'

/** A slot as a call names it: by its id, or else by its masjid and the date and time at which that has it posted. */
export interface SlotReference {
  readonly slotId?: string | null | undefined
  readonly masjidUid?: string | undefined
  /** YYYY-MM-DD. */
  readonly khutbahDate?: string | undefined
  /** HH:MM. */
  readonly khutbahTime?: string | undefined
}

/** A slot as a transaction holds it, with what letters about it say. */
export interface LockedSlot extends Occasion {
  readonly id: string
  readonly startsAt: Date
  readonly removed: boolean
  readonly masjidEmail: string
  /** The masjid is suspended. */
  readonly hidden: boolean
}

export interface LockedKhateeb {
  readonly uid: string
  readonly name: string
  readonly email: string
  /** He is suspended. */
  readonly hidden: boolean
}

/**
 * Locks a khateeb's row for the transaction: who fills or proposes a slot with him waits for whoever does the same.
 * Everybody locks the khateeb before the slot, so that two can't wait for each other.
 */
export async function lockKhateeb(tx: Tx, uid: string): Promise<LockedKhateeb | undefined> {
  return namedKhateeb(tx, uid).forNoKeyUpdate('k').executeTakeFirst()
}

/** A khateeb's name and address for a letter, without holding him. */
export async function loadKhateeb(tx: Tx, uid: string): Promise<LockedKhateeb> {
  return namedKhateeb(tx, uid).executeTakeFirstOrThrow()
}

function namedKhateeb(tx: Tx, uid: string) {
  return tx
    .selectFrom('khateebs as k')
    .innerJoin('accounts as a', 'a.uid', 'k.uid')
    .where('k.uid', '=', uid)
    .select(['k.uid', 'a.email', 'k.hidden', khateebName('k').as('name')])
}

/**
 * Locks the slot that a call names for the transaction; one with an id has to be of the masjid, where that is named, too. By
 * date and time it is the one that stands, else the one last taken away. A slot that was posted again has the date and time
 * of the one before it: `meant` is what of slot `s` a repeated call is about, and the slot that has the most of it comes
 * first, null being nothing.
 */
export async function lockSlot(
  tx: Tx,
  { slotId, masjidUid, khutbahDate, khutbahTime }: SlotReference,
  meant: RawBuilder<unknown> = sql`null::int`,
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
    .orderBy(meant, (order) => order.desc().nullsLast())
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

/** What stands between a held slot and a held khateeb; the clock is read now that both are held. */
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
