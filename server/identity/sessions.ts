import { sql } from 'kysely'
import { type Database, iso, now, type Reader, type Tx } from '../database/database.ts'
import { type Given, statement } from '../database/statement.ts'
import type { Caller, Context } from '../http/route.ts'
import { hashOf, isToken, newToken } from '../tokens.ts'
import { secondsFromNow } from './seconds-from-now.ts'

/** Seconds. A session that isn't to be remembered lasts a day, should its browser never be closed. */
const remembered = 30 * 24 * 60 * 60
const forgotten = 24 * 60 * 60

/** Seconds for which "last seen" may be out of date: a write for every read would cost more than it tells. */
const lastSeenPrecision = 5 * 60

/**
 * Tells who a session token belongs to; null when there is no such session or its time is over. It is asked on every
 * call, so it is one look-up by a unique index. That the session was seen is noted behind the answer's back.
 */
export function callerLookup(database: Database): (token: string) => Promise<Caller | null> {
  return async (token) => {
    if (!isToken(token)) return null
    const [session] = await sessionWith(database, { tokenHash: hashOf(token) })
    if (session === undefined) return null
    if (session.unseen) void updateLastSeen(database.reader, session.id)
    const { id: sessionId, uid, role, emailVerified } = session
    return { uid, role, sessionId, emailVerified }
  }
}

const sessionWith = statement((reader, given: Given<{ tokenHash: Buffer }>) =>
  reader
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.uid', 'sessions.uid')
    .select((eb) => [
      'sessions.id',
      'sessions.uid',
      'accounts.role',
      eb('accounts.email_verified_at', 'is not', null).$castTo<boolean>().as('emailVerified'),
      eb('sessions.last_seen_at', '<', secondsFromNow(-lastSeenPrecision)).as('unseen'),
    ])
    .where('sessions.expires_at', '>', now)
    .where('sessions.token_hash', '=', given('tokenHash')),
)

/** Never rejects: what matters is the call, and the next one notes it as well. */
async function updateLastSeen(reader: Reader, id: string): Promise<void> {
  await reader
    .updateTable('sessions')
    .set({ last_seen_at: now })
    .where('id', '=', id)
    // Of many calls at once, one writes.
    .where('last_seen_at', '<', secondsFromNow(-lastSeenPrecision))
    .execute()
    .catch(() => undefined)
}

/**
 * Opens a session for the holder of a password that was found right. Undefined when the password was changed since:
 * the account's row is locked against that, so that no session made with an old password outlives its change.
 */
export async function openSession(
  tx: Tx,
  verified: { readonly uid: string; readonly passwordHash: string },
  { device, remember }: { readonly device: string; readonly remember: boolean },
): Promise<{ readonly token: string; readonly expiresAt: Date } | undefined> {
  const { token, hash } = newToken()
  const session = await tx
    .insertInto('sessions')
    .columns(['uid', 'token_hash', 'device', 'expires_at'])
    .expression((eb) =>
      eb
        .selectFrom('accounts')
        .select([
          'uid',
          sql<Buffer>`${hash}::bytea`.as('token_hash'),
          sql<string>`${device}::text`.as('device'),
          secondsFromNow(remember ? remembered : forgotten).as('expires_at'),
        ])
        .where('uid', '=', verified.uid)
        .where('password_hash', '=', verified.passwordHash)
        .where('suspended_at', 'is', null)
        .forShare(),
    )
    .returning('expires_at')
    .executeTakeFirst()
  return session === undefined ? undefined : { token, expiresAt: session.expires_at }
}

/**
 * Gives a session a new token; the old one is worth nothing from then on. Undefined when the session has ended since.
 * `remembered` says whether it was to outlive its browser's closing.
 */
export async function renewSession(
  tx: Tx,
  id: string,
): Promise<{ readonly token: string; readonly expiresAt: Date; readonly remembered: boolean } | undefined> {
  const { token, hash } = newToken()
  const session = await tx
    .updateTable('sessions')
    .set({ token_hash: hash })
    .where('id', '=', id)
    .returning(['expires_at', 'created_at'])
    .executeTakeFirst()
  if (session === undefined) return undefined
  const { expires_at: expiresAt, created_at: createdAt } = session
  return { token, expiresAt, remembered: expiresAt.getTime() - createdAt.getTime() > forgotten * 1000 }
}

/**
 * What an answer says of an opened or renewed session. A page gets its token as a cookie its scripts cannot read, which
 * outlives the browser only where it is `remembered`; anything else gets it in the answer.
 */
export function deliverSession(
  { request, cookie }: Pick<Context, 'request' | 'cookie'>,
  session: { readonly token: string; readonly expiresAt: Date },
  remembered: boolean,
): { readonly expiresAt: string; readonly token?: string } {
  const { token, expiresAt } = session
  if (!request.isFromPage) return { expiresAt: iso(expiresAt), token }
  cookie.set(token, remembered ? expiresAt : undefined)
  return { expiresAt: iso(expiresAt) }
}

/** Ends one session of an account; false when it has no such session. */
export async function endSession(tx: Tx, uid: string, id: string): Promise<boolean> {
  const ended = await tx.deleteFrom('sessions').where('id', '=', id).where('uid', '=', uid).executeTakeFirst()
  return ended.numDeletedRows === 1n
}

/** Ends every session of an account, or all but one; gives how many. */
export async function endSessions(tx: Tx, uid: string, butFor?: string): Promise<number> {
  let ended = tx.deleteFrom('sessions').where('uid', '=', uid)
  if (butFor !== undefined) ended = ended.where('id', '<>', butFor)
  return Number((await ended.executeTakeFirst()).numDeletedRows)
}
