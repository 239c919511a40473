import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import { secondsFromNow } from '../sql-fragments/instants.ts'

/** How often a masjid may tell khateebs of a move within 24 hours. Each time they get a letter at once. */
const maxMovesADay = 5

interface Moves {
  /** The audit event of a move that khateebs were told of. */
  readonly event: 'masjid_moved' | 'slot_moved'
  readonly masjidUid: string
  /** What the limit counts for: each khateeb who was told, or each slot. */
  readonly subject: 'khateeb_uid' | 'slot_id'
  readonly ids: readonly string[]
  readonly failure: 'too_many_moves' | 'slot_moved_too_often'
}

/** Throws the failure, with the seconds until another move is allowed, if one of the subjects has moved five times within 24 hours. */
export async function refuseTooManyMoves(
  tx: Tx,
  { event, masjidUid, subject, ids, failure }: Moves,
): Promise<void> {
  const dayAgo = secondsFromNow(-24 * 60 * 60)
  const told = await tx
    .selectFrom('audit')
    .where(sql<boolean>`${sql.ref(subject)} = any(${ids}::uuid[])`)
    .where('masjid_uid', '=', masjidUid)
    .where('event', '=', event)
    // Always so, which lets PostgreSQL use the index of a slot's events.
    .where('by_person_id', 'is not', null)
    .where('happened_at', '>', dayAgo)
    .groupBy(subject)
    .having((eb) => eb(eb.fn.countAll(), '>=', maxMovesADay))
    .select((eb) =>
      sql<number>`extract(epoch from ${eb.fn.min('happened_at')} - ${dayAgo})::float8`.as('wait'),
    )
    .orderBy('wait', 'desc')
    .executeTakeFirst()
  if (told !== undefined) throw new Failure(failure, { retryAfter: Math.ceil(told.wait) })
}
