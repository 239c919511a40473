import { type Database, databaseNow, type Queryable } from '../../database/database.ts'
import type { PasskeyPurpose } from '../../database/tables.ts'
import { secondsFromNow } from '../../sql-fragments/instants.ts'
import { hashOf, isToken, newToken } from '../../tokens.ts'

/** The lifetime of a challenge in seconds: enough to fetch a phone and scan the QR code with it. */
const lifetime = 5 * 60

/** Stores a new challenge, which one passkey can sign once, and returns the challenge. `personId` is null for a sign-in. */
export async function newChallenge(
  db: Queryable,
  purpose: PasskeyPurpose,
  personId: string | null,
): Promise<string> {
  const { token, hash } = newToken()
  await db
    .insertInto('passkey_challenges')
    .values({ challenge_hash: hash, purpose, person_id: personId, expires_at: secondsFromNow(lifetime) })
    .execute()
  return token
}

/**
 * Uses up the challenge that a passkey has signed, and returns it. Undefined if the challenge is unknown, used or expired, or has another
 * purpose or person. The challenge stays used up even if the call fails later.
 * @param clientData the client data of the passkey’s response, in base64url
 */
export async function takeChallenge(
  { db }: Pick<Database, 'db'>,
  clientData: string,
  purpose: PasskeyPurpose,
  personId: string | null,
): Promise<string | undefined> {
  const challenge = challengeIn(clientData)
  if (challenge === undefined) return undefined
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hashOf(challenge))
    .where('purpose', '=', purpose)
    .where('person_id', 'is not distinct from', personId)
    .where('expires_at', '>', databaseNow)
    .returning('purpose')
    .executeTakeFirst()
  return taken && challenge
}

function challengeIn(clientData: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(clientData, 'base64url').toString())
    if (typeof parsed !== 'object' || parsed === null || !('challenge' in parsed)) return undefined
    const { challenge } = parsed
    return typeof challenge === 'string' && isToken(challenge) ? challenge : undefined
  } catch {
    return undefined
  }
}
