import { type InferResult, sql } from 'kysely'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { getSession, getSessions } from '../../contract/identity.ts'
import { iso, now, type Reader } from '../database/database.ts'
import { defaultPageSize, pageOf, readCursor } from '../http/pagination.ts'
import type { Caller, SignedInContext } from '../http/route.ts'
import { findAccount } from './accounts.ts'

/** The caller's account and the expiry of the session; null if unauthenticated. */
export async function currentSession(
  reader: Reader,
  caller: Caller | null,
): Promise<OutputOf<typeof getSession>> {
  if (caller === null) return null
  const [account, session] = await Promise.all([
    findAccount(reader, { uid: caller.uid }),
    reader.selectFrom('sessions').select('expires_at').where('id', '=', caller.sessionId).executeTakeFirst(),
  ])
  // The session may have ended, or the account may have been deleted, since the call began.
  if (account === undefined || session === undefined) return null
  const { uid, role, name, email } = account
  return { uid, role, name, email, expiresAt: iso(session.expires_at) }
}

/** A page of the caller's active sessions: the current one first, then the most recently used. */
export async function listSessions(
  context: SignedInContext,
  { limit = defaultPageSize, cursor }: InputOf<typeof getSessions>,
): Promise<OutputOf<typeof getSessions>> {
  const { caller, database } = context
  const after = readCursor(cursor, 'entry')
  const rows = await sessionsOf(database.reader, caller)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(${sortKeyFor(caller)}, id) < (${after?.[0]}::bigint, ${after?.[1]}::uuid)`),
    )
    .limit(limit + 1)
    .execute()
  const page = pageOf(context, rows, limit, ({ sortKey, id }) => [Number(sortKey), id])
  return page.map((row) => toAnswer(row, caller))
}

/** All active sessions of the caller, in the same order. */
export async function allSessions(reader: Reader, caller: Caller): Promise<OutputOf<typeof getSessions>> {
  const rows = await sessionsOf(reader, caller).execute()
  return rows.map((row) => toAnswer(row, caller))
}

function sessionsOf(reader: Reader, caller: Caller) {
  const sortKey = sortKeyFor(caller)
  return reader
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_seen_at', 'device', sortKey.as('sortKey')])
    .where('uid', '=', caller.uid)
    .where('expires_at', '>', now)
    .orderBy(sortKey, 'desc')
    .orderBy('id', 'desc')
}

/** Sort key, highest first: when the session was last seen, in microseconds since 1970. The current session is above all. */
function sortKeyFor({ sessionId }: Caller) {
  return sql<string>`case when id = ${sessionId} then ${sql.lit(Number.MAX_SAFE_INTEGER)}::bigint
    else (extract(epoch from last_seen_at) * 1000000)::bigint end`
}

type SessionRow = InferResult<ReturnType<typeof sessionsOf>>[number]

function toAnswer({ id, created_at, last_seen_at, device }: SessionRow, { sessionId }: Caller) {
  const current = id === sessionId
  return { id, createdAt: iso(created_at), lastSeenAt: iso(last_seen_at), device, current }
}
