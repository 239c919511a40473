import { type Database, databaseNow, type Queryable } from '../../database/database.ts'
import type { PasskeyPurpose } from '../../database/tables.ts'
import { secondsFromNow } from '../../sql-fragments/instants.ts'
import { hashOf, isToken, newToken } from '../../tokens.ts'

/** Seconds. Long enough to fetch a phone and scan the QR code with it. */
const lifetime = 5 * 60

/** Stores a new challenge, which one passkey can sign once, and returns it. `personId` is null for a sign-in. */
export async function newChallenge(
  reader: Queryable,
  purpose: PasskeyPurpose,
  personId: string | null,
): Promise<string> {
  const { token, hash } = newToken()
  await reader
    .insertInto('passkey_challenges')
    .values({ challenge_hash: hash, purpose, person_id: personId, expires_at: secondsFromNow(lifetime) })
    .execute()
  return token
}

/**
 * Takes the challenge that a passkey has signed, so that no other call can use it. Undefined if it is unknown, used, expired, or
 * for another purpose or person. It stays used if the call fails later.
 * @param clientData the answer's client data in base64url
 */
export async function takeChallenge(
  { reader }: Pick<Database, 'reader'>,
  clientData: string,
  purpose: PasskeyPurpose,
  personId: string | null,
): Promise<string | undefined> {
  const challenge = challengeIn(clientData)
  if (challenge === undefined) return undefined
  const taken = await reader
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
