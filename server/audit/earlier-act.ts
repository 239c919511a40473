import { sql } from 'kysely'
import { type EarlierAct, earlierActEvent } from '../../contract/earlier-act.ts'
import type { AuditEvent } from '../database/audit-events.ts'
import type { Queryable } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { Caller } from '../http/route.ts'
import { isoInstant, wallClockAndAgeColumns } from '../sql-fragments/instants.ts'
import { formerKhateeb, khateebName } from '../sql-fragments/names-and-times.ts'
import { nameForColleagues } from '../sql-fragments/person-name.ts'

type ActSearchResult = Promise<EarlierAct | undefined> | undefined

interface ActFinders<Output> {
  /** Finds the act because of which the call was refused. */
  readonly refused: (failure: Failure) => ActSearchResult
  /** Finds the act because of which the call changed nothing. */
  readonly succeeded: (output: Output) => ActSearchResult
}

/**
 * Runs a masjid's call. If the call is refused or changes nothing because another act of the masjid was faster, the response describes that
 * act (`by`). The act is read after the transaction, so that no name is stored under an Idempotency-Key.
 */
export async function runWithEarlierAct<Output extends object>(
  run: () => Promise<Output>,
  { refused, succeeded }: ActFinders<Output>,
): Promise<Output & { readonly by?: EarlierAct | undefined }> {
  const output = await run().catch(async (error: unknown) => {
    const by = error instanceof Failure ? await refused(error) : undefined
    throw error instanceof Failure && by !== undefined
      ? new Failure(error.code, { ...error.details, by })
      : error
  })
  const by = await succeeded(output)
  return by === undefined ? output : { ...output, by }
}

interface EarlierActSearch {
  readonly events: readonly AuditEvent[]
  /** Keeps the events that concern the call. */
  readonly concerns: (acts: ActQuery) => ActQuery
  /** The khateeb that the call is about. */
  readonly khateebUid?: string | null
}

/** Returns the newest event that concerns a call, if a member of the caller's masjid caused this event; otherwise undefined. */
export async function findEarlierAct(
  reader: Queryable,
  { role, uid, personId }: Caller,
  { events, concerns, khateebUid = null }: EarlierActSearch,
): Promise<EarlierAct | undefined> {
  if (role !== 'masjid') return undefined
  const act = await concerns(actsAbout(reader, uid))
    .where('e.event', 'in', events)
    .orderBy('e.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const event = earlierActEvent.safeParse(act?.event)
  if (act === undefined || !act.isByMember || !event.success) return undefined
  // Only the sentence about an approval names a khateeb: the one who got the slot, if the call was about another khateeb.
  const isOther = event.data === 'request_accepted' && act.khateebUid !== khateebUid
  return {
    event: event.data,
    name: act.name,
    isCaller: act.byPersonId === personId,
    at: act.at,
    wallClock: { date: act.wallDate, time: act.wallTime, daysAgo: act.daysAgo },
    otherKhateeb: isOther ? (act.khateeb ?? formerKhateeb) : null,
  }
}

export type ActQuery = ReturnType<typeof actsAbout>

function actsAbout(reader: Queryable, masjidUid: string) {
  return reader
    .selectFrom('audit as e')
    .innerJoin('masjids as m', 'm.uid', 'e.masjid_uid')
    .leftJoin('slots as s', 's.id', 'e.slot_id')
    .leftJoin('people as p', 'p.id', 'e.by_person_id')
    .leftJoin('khateebs as k', 'k.uid', 'e.khateeb_uid')
    .where('e.masjid_uid', '=', masjidUid)
    .select((eb) => [
      'e.event',
      'e.khateeb_uid as khateebUid',
      sql<boolean>`coalesce(e.by_role = 'masjid' and e.by_uid = e.masjid_uid, false)`.as('isByMember'),
      'e.by_person_id as byPersonId',
      nameForColleagues('p', sql`e.masjid_uid`).as('name'),
      khateebName('k').$castTo<string | null>().as('khateeb'),
      isoInstant(eb.ref('e.happened_at')).as('at'),
      ...wallClockAndAgeColumns(eb.ref('e.happened_at'), eb.ref('m.time_zone')),
    ])
}
