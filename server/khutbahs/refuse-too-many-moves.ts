import { sql } from 'kysely'
import type { Queryable, Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import { secondsFromNow } from '../sql-fragments/instants.ts'

/**
 * The limit within 24 hours, for two numbers: the moves of a masjid of which one khateeb is notified, and the moves of one slot since its
 * khateeb was confirmed. The limit is needed because confirmed khateebs get letters about moves immediately.
 */
const maxMovesADay = 5

interface Moves {
  /** The audit event of the moves to count. */
  readonly event: 'masjid_moved' | 'slot_moved'
  readonly masjidUid: string
  /** The moves are counted for each notified khateeb, or for each slot. */
  readonly subject: 'khateeb_uid' | 'slot_id'
  readonly ids: readonly string[]
  readonly failure: 'too_many_moves' | 'slot_moved_too_often'
}

/**
 * Throws `failure` if, within 24 hours, one of the khateebs was already notified of five moves of the masjid, or one of the slots already
 * moved five times since its khateeb was confirmed. The failure contains the seconds until another move is allowed.
 */
export async function refuseTooManyMoves(tx: Tx, { failure, ...moves }: Moves): Promise<void> {
  const [told] = await movedTooOften(tx, moves)
  if (told !== undefined) throw new Failure(failure, { retryAfter: Math.ceil(told.wait) })
}

/**
 * SQL for the id of the audit entry about the confirmation of the slot's current khateeb. Moves before this entry do not count, because
 * this khateeb got no urgent letters about them. Entries of one slot are in the order of their ids, because each change locks the slot. 0
 * if there is no such entry.
 */
const confirmationId = sql`coalesce((
  select max(confirmation.id) from audit confirmation join assignments a on a.id = confirmation.assignment_id
  where confirmation.slot_id = audit.slot_id and confirmation.by_person_id is not null and a.ended_at is null
    and confirmation.event in ('invite_accepted', 'request_accepted')), 0)`

/**
 * Returns the ids of the khateebs who may not be notified of another move now, or of the slots that may not be moved again now. Each id has
 * the seconds until another move is allowed. The longest wait comes first.
 */
export async function movedTooOften(
  reader: Queryable,
  { event, masjidUid, subject, ids }: Omit<Moves, 'failure'>,
): Promise<readonly { readonly id: string | null; readonly wait: number }[]> {
  const dayAgo = secondsFromNow(-24 * 60 * 60)
  return (
    reader
      .selectFrom('audit')
      .where(sql<boolean>`${sql.ref(subject)} = any(${ids}::uuid[])`)
      .where('masjid_uid', '=', masjidUid)
      .where('event', '=', event)
      // This condition is always true. With it, PostgreSQL can use the partial index of a slot's events.
      .where('by_person_id', 'is not', null)
      .where('happened_at', '>', dayAgo)
      .$if(subject === 'slot_id', (query) => query.where(sql<boolean>`audit.id > ${confirmationId}`))
      .groupBy(subject)
      .having((eb) => eb(eb.fn.countAll(), '>=', maxMovesADay))
      .select((eb) => [
        `${subject} as id`,
        sql<number>`extract(epoch from ${eb.fn.min('happened_at')} - ${dayAgo})::float8`.as('wait'),
      ])
      .orderBy('wait', 'desc')
      .execute()
  )
}
