import type { Database } from '../../server/database/database.ts'
import { newToken } from '../../server/tokens.ts'
import { clientOf, type TestApp } from './app.ts'
import type { Person } from './people.ts'

/** Later than any instant that a test sets the clock to. */
export const farFuture = new Date('2300-01-01T00:00:00Z')

/**
 * Opens a session without a password's slow hash, and gives its token. It outlives whatever the clock is set to, unless
 * `expiresAt` is given.
 */
export async function openTestSession(
  { reader }: Database,
  uid: string,
  expiresAt: Date = farFuture,
): Promise<string> {
  const { token, hash } = newToken()
  await reader
    .insertInto('sessions')
    .values({ uid, token_hash: hash, device: 'a test', expires_at: expiresAt })
    .execute()
  return token
}

/** The same person in a session that no change of the clock ends. */
export async function withPermanentSession(
  app: Pick<TestApp, 'baseUrl' | 'database'>,
  person: Person,
): Promise<Person> {
  const token = await openTestSession(app.database, person.uid)
  return { ...person, token, client: clientOf(app.baseUrl, token) }
}
