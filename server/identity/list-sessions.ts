import { sql } from 'kysely'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { getSession, getSessions } from '../../contract/identity.ts'
import { databaseNow, type Queryable } from '../database/database.ts'
import { partyLostFailure } from '../http/failure.ts'
import { comesAfter, defaultPageSize, paginate, readCursor } from '../http/pagination.ts'
import type { Caller, SignedInContext } from '../http/route.ts'
import type { ZipTable } from '../places/zip-table.ts'
import { isoInstant, microsecondsOf } from '../sql-fragments/instants.ts'
import { accountsOf } from './accounts.ts'
import { sessionExpiry } from './sessions.ts'

/**
 * Returns the caller's account and the expiry of their session; null if unauthenticated. Fails with `session_changed` if the caller has
 * lost the acting party since the call began, but has another party.
 */
export async function currentSession(
  reader: Queryable,
  zips: ZipTable,
  caller: Caller | null,
): Promise<OutputOf<typeof getSession>> {
  if (caller === null) return null
  const [parties, expiresAt] = await Promise.all([accountsOf(reader, caller), sessionExpiry(reader, caller)])
  // The session may have ended, or the account may have been deleted, after the call began.
  if (expiresAt === undefined || parties.length === 0) return null
  const acting = parties.find((it) => it.uid === caller.uid)
  // Throw instead of returning null. For null, the page would redirect to the login without telling the user that they lost the party.
  if (acting === undefined) throw partyLostFailure()
  const { email, masjidTimeZone, zipCode } = acting
  return {
    ...partyOf(acting),
    parties: parties.map(partyOf),
    personId: caller.personId,
    email,
    timeZone: masjidTimeZone ?? zips.find(zipCode)?.timeZone ?? null,
    expiresAt,
  }
}

type NamedMembership = NonNullable<OutputOf<typeof getSession>>['parties'][number]

function partyOf({ uid, role, memberRole, name }: NamedMembership): NamedMembership {
  return { uid, role, memberRole, name }
}

/** Returns a page of the caller's active sessions: the current session first, then by last use. */
export async function listSessions(
  context: SignedInContext,
  { limit = defaultPageSize, cursor }: InputOf<typeof getSessions>,
): Promise<OutputOf<typeof getSessions>> {
  const { caller, database } = context
  const rows = await sessionsOf(database.db, caller)
    .where(comesAfter(readCursor(cursor, 'entry'), sortKeyFor('s', caller), sql.ref('s.id')))
    .limit(limit + 1)
    .select(sortKeyFor('s', caller).as('sortKey'))
    .execute()
  const page = paginate(context, rows, limit, ({ sortKey, id }) => [Number(sortKey), id])
  return page.map(({ sortKey, ...session }) => session)
}

/** Returns a query for the caller’s active sessions, in the order of `listSessions`. */
export function sessionsOf(reader: Queryable, caller: Caller) {
  return reader
    .selectFrom('sessions as s')
    .where('s.person_id', '=', caller.personId)
    .where('s.expires_at', '>', databaseNow)
    .orderBy(sortKeyFor('s', caller), 'desc')
    .orderBy('s.id', 'desc')
    .select((eb) => [
      's.id',
      isoInstant(eb.ref('s.created_at')).as('createdAt'),
      isoInstant(eb.ref('s.last_seen_at')).as('lastSeenAt'),
      's.device',
      sql<boolean>`${eb.ref('s.id')} = ${caller.sessionId}`.as('current'),
    ])
}

/**
 * Returns the sort key of a session, highest first: the time of its last use, in microseconds since 1970. The current session has the
 * highest key.
 * @param session table alias of the session's row
 */
function sortKeyFor(session: string, { sessionId }: Caller) {
  return sql<string>`case when ${sql.ref(`${session}.id`)} = ${sessionId} then ${sql.lit(Number.MAX_SAFE_INTEGER)}::bigint
    else ${microsecondsOf(sql.ref(`${session}.last_seen_at`))} end`
}
