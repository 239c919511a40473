import { sql } from 'kysely'
import type { OutputOf } from '../../contract/endpoint.ts'
import type { changePassword } from '../../contract/identity.ts'
import { type Database, databaseNow, iso, type Queryable, type Tx } from '../database/database.ts'
import { type PlaceholderOf, preparedStatement } from '../database/prepared-statement.ts'
import type { Caller, Context, Membership } from '../http/route.ts'
import { secondsFromNow } from '../sql-fragments/instants.ts'
import { hashOf, isToken, newToken } from '../tokens.ts'

/** The lifetime of a session with `remember`, in seconds. */
const rememberedLifetime = 30 * 24 * 60 * 60
/** The lifetime of a session without `remember`, in seconds. Such a session also ends when the browser is closed. */
const defaultLifetime = 24 * 60 * 60

/** The seconds by which `last_seen_at` may be out of date. Writing this column at every call would be too expensive. */
const lastSeenPrecision = 5 * 60

/**
 * Returns a function that finds the caller for a session token. The caller acts for their first party. The function returns null if the
 * session is unknown or has expired, if all parties are suspended, or if the person was removed from their last party. Every call waits for
 * this function, so it uses one statement with unique indexes, and updates `last_seen_at` in the background.
 */
export function callerLookup(database: Database): (token: string) => Promise<Caller | null> {
  return async (token) => {
    if (!isToken(token)) return null
    const rows = await selectMemberships(database, { tokenHash: hashOf(token) })
    const [first] = rows
    if (first === undefined) return null
    const { sessionId, personId, uid, role, memberRole } = first
    if (first.isLastSeenStale) void updateLastSeen(database.db, sessionId)
    return { sessionId, personId, uid, role, memberRole, memberships: rows.map(membershipOf) }
  }
}

function membershipOf({ uid, role, memberRole }: Membership): Membership {
  return { uid, role, memberRole }
}

/** Returns when the caller's session expires. Undefined if it has ended since the call began. */
export async function sessionExpiry(
  reader: Queryable,
  { sessionId }: Pick<Caller, 'sessionId'>,
): Promise<string | undefined> {
  const session = reader.selectFrom('sessions').where('id', '=', sessionId).select('expires_at')
  const found = await session.executeTakeFirst()
  return found && iso(found.expires_at)
}

/** Selects a session: one row for each party that its person may act for. */
const selectMemberships = preparedStatement((reader, param: PlaceholderOf<{ tokenHash: Buffer }>) =>
  reader
    .selectFrom('sessions')
    .innerJoin('memberships', 'memberships.person_id', 'sessions.person_id')
    .innerJoin('parties', 'parties.uid', 'memberships.party_uid')
    .select((eb) => [
      'sessions.id as sessionId',
      'sessions.person_id as personId',
      'memberships.party_uid as uid',
      'memberships.party_role as role',
      'memberships.role as memberRole',
      eb('sessions.last_seen_at', '<', secondsFromNow(-lastSeenPrecision)).as('isLastSeenStale'),
    ])
    .where('sessions.expires_at', '>', databaseNow)
    .where('sessions.token_hash', '=', param('tokenHash'))
    .where('parties.suspended_at', 'is', null)
    .orderBy('memberships.created_at')
    .orderBy('memberships.party_uid'),
)

/** Updates the time of last use. Never rejects, because a failed update must not fail the call. The next call tries again. */
async function updateLastSeen(db: Queryable, id: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: databaseNow })
    .where('id', '=', id)
    // Only one of several concurrent calls writes.
    .where('last_seen_at', '<', secondsFromNow(-lastSeenPrecision))
    .execute()
    .catch(() => undefined)
}

/**
 * Opens a session after the password was verified. Returns undefined if the password was changed or all parties were suspended after that
 * check. Locks the person until the transaction ends, so that a session opened with an old password does not survive a concurrent change of
 * the password.
 */
export async function openSession(
  tx: Tx,
  verified: { readonly personId: string; readonly passwordHash: string },
  { device, remember }: { readonly device: string; readonly remember: boolean },
): Promise<{ readonly token: string; readonly expiresAt: Date } | undefined> {
  const { personId, passwordHash } = verified
  const unchanged = await tx
    .selectFrom('people')
    .where('id', '=', personId)
    .where('password_hash', '=', passwordHash)
    .select('id')
    .forShare()
    .executeTakeFirst()
  if (unchanged === undefined) return undefined
  const { token, hash } = newToken()
  const expiry = secondsFromNow(remember ? rememberedLifetime : defaultLifetime)
  // This must be a separate statement, so that it sees the changes that the lock waited for.
  const { rows } = await sql<{ expiresAt: Date }>`
    insert into sessions (person_id, token_hash, device, expires_at)
    select ${personId}::uuid, ${hash}::bytea, ${device}::text, ${expiry}
    where exists (
      select from memberships join parties on parties.uid = memberships.party_uid
      where memberships.person_id = ${personId} and parties.suspended_at is null)
    returning expires_at as "expiresAt"`.execute(tx)
  const [session] = rows
  return session && { token, expiresAt: session.expiresAt }
}

/**
 * Replaces a session's token; the old token becomes invalid. Returns undefined if the session has ended. `remembered` is whether the
 * session was opened with `remember`.
 */
export async function renewSession(tx: Tx, id: string) {
  const { token, hash } = newToken()
  const session = await tx
    .updateTable('sessions')
    .set({ token_hash: hash })
    .where('id', '=', id)
    .returning(['expires_at', 'created_at'])
    .executeTakeFirst()
  if (session === undefined) return undefined
  const { expires_at: expiresAt, created_at: createdAt } = session
  const lifetime = (expiresAt.getTime() - createdAt.getTime()) / 1_000
  // The database read the clock separately for each of the two instants. So the lifetime may differ slightly from the constants, and is
  // compared with the midpoint between them.
  return { token, expiresAt, remembered: lifetime > (defaultLifetime + rememberedLifetime) / 2 }
}

/**
 * Gives a session's token to the caller, and returns the fields of the response. A page gets the token as an HttpOnly cookie, which
 * survives closing the browser only if `remembered`. Other clients get the token in the response.
 */
export function deliverSession(
  { request, cookie }: Pick<Context, 'request' | 'cookie'>,
  { token, expiresAt }: { readonly token: string; readonly expiresAt: Date },
  remembered: boolean,
): OutputOf<typeof changePassword> {
  if (!request.isFromPage) return { expiresAt: iso(expiresAt), token }
  cookie.set(token, remembered ? expiresAt : undefined)
  return { expiresAt: iso(expiresAt) }
}

/** The seconds for which a former member's screen can ask why the session has ended. */
const formerMemberLifetime = 24 * 60 * 60

/**
 * Ends the sessions of a person who has lost their last party. Without a membership, a session gives no access. The token hashes stay for a
 * day, so that an open screen can show why the session ended.
 */
export async function endFormerMemberSessions(tx: Tx, personId: string): Promise<void> {
  const expiry = secondsFromNow(formerMemberLifetime)
  await tx
    .updateTable('sessions')
    .set((session) => ({ device: '', expires_at: session.fn('least', [session.ref('expires_at'), expiry]) }))
    .where('person_id', '=', personId)
    .execute()
}

/** Returns whether the session with this token ended because its person lost their last party. */
export async function isFormerMemberSession(reader: Queryable, token: string): Promise<boolean> {
  const session = await reader
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'sessions.person_id')
    .where('sessions.token_hash', '=', hashOf(token))
    .where('sessions.expires_at', '>', databaseNow)
    .where('people.left_at', 'is not', null)
    .select('sessions.id')
    .executeTakeFirst()
  return session !== undefined
}

/** Ends a session of a person. Returns false if the person has no such session. */
export async function endSession(tx: Tx, personId: string, id: string): Promise<boolean> {
  const ended = await tx
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return ended.numDeletedRows === 1n
}

/** Ends all sessions of a person, except the one with the id `except`. Returns the number of ended sessions. */
export async function endSessions(tx: Tx, personId: string, except?: string): Promise<number> {
  let ended = tx.deleteFrom('sessions').where('person_id', '=', personId)
  if (except !== undefined) ended = ended.where('id', '<>', except)
  return Number((await ended.executeTakeFirst()).numDeletedRows)
}
