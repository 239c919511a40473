import type { OutputOf } from '../../contract/endpoint.ts'
import type { getSession, getSessions } from '../../contract/identity.ts'
import { iso, now, type Reader } from '../database/database.ts'
import type { Caller } from '../http/route.ts'
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

/** The sessions of the caller that are alive, the one of this call first, then the last seen. */
export async function listSessions(reader: Reader, caller: Caller): Promise<OutputOf<typeof getSessions>> {
  const sessions = await reader
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_seen_at', 'device'])
    .where('uid', '=', caller.uid)
    .where('expires_at', '>', now)
    .orderBy((eb) => eb('id', '=', caller.sessionId), 'desc')
    .orderBy('last_seen_at', 'desc')
    .execute()
  return sessions.map(({ id, created_at, last_seen_at, device }) => ({
    id,
    createdAt: iso(created_at),
    lastSeenAt: iso(last_seen_at),
    device,
    current: id === caller.sessionId,
  }))
}
