import { sql } from 'kysely'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { getSession, getSessions } from '../../contract/identity.ts'
import { iso, now, type Reader } from '../database/database.ts'
import { defaultPageSize, pageOf, readCursor } from '../http/pagination.ts'
import type { Caller, SignedInContext } from '../http/route.ts'
import { accountByUid } from './accounts.ts'

/** Who is signed in, and until when; null for nobody. */
export async function currentSession(
  reader: Reader,
  caller: Caller | null,
): Promise<OutputOf<typeof getSession>> {
  if (caller === null) return null
  const found = await Promise.all([
    accountByUid(reader, caller.uid),
    reader.selectFrom('sessions').select('expires_at').where('id', '=', caller.sessionId).executeTakeFirst(),
  ])
  const [account, session] = found
  // It may have been ended, or the account deleted, since the call began.
  if (account === undefined || session === undefined) return null
  const { uid, role, name, email } = account
  return { uid, role, name, email, expiresAt: iso(session.expires_at) }
}

/** A page of the sessions of the caller that are alive, the one of this call first, then the last seen. */
export async function listSessions(
  context: SignedInContext,
  { limit = defaultPageSize, cursor }: InputOf<typeof getSessions>,
): Promise<OutputOf<typeof getSessions>> {
  const { caller, database } = context
  const after = readCursor(cursor, 'entry')
  const rows = await sessionsOf(database.reader, caller)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(${placeFor(caller)}, id) < (${after?.[0]}::bigint, ${after?.[1]}::uuid)`),
    )
    .limit(limit + 1)
    .execute()
  const page = pageOf(context, rows, limit, ({ place, id }) => [Number(place), id])
  return page.map((row) => shown(row, caller))
}

/** All of them. */
export async function allSessions(reader: Reader, caller: Caller): Promise<OutputOf<typeof getSessions>> {
  const rows = await sessionsOf(reader, caller).execute()
  return rows.map((row) => shown(row, caller))
}

function sessionsOf(reader: Reader, caller: Caller) {
  const place = placeFor(caller)
  return reader
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_seen_at', 'device', place.as('place')])
    .where('uid', '=', caller.uid)
    .where('expires_at', '>', now)
    .orderBy(place, 'desc')
    .orderBy('id', 'desc')
}

/** The highest comes first: the instant in microseconds, and beyond all of them the session of this call. */
function placeFor({ sessionId }: Caller) {
  return sql<string>`case when id = ${sessionId} then ${sql.lit(Number.MAX_SAFE_INTEGER)}::bigint
    else (extract(epoch from last_seen_at) * 1000000)::bigint end`
}

interface SessionRow {
  readonly id: string
  readonly created_at: Date
  readonly last_seen_at: Date
  readonly device: string
}

function shown({ id, created_at, last_seen_at, device }: SessionRow, { sessionId }: Caller) {
  return {
    id,
    createdAt: iso(created_at),
    lastSeenAt: iso(last_seen_at),
    device,
    current: id === sessionId,
  }
}
