import type { Database } from '../../server/database/database.ts'
import { newToken } from '../../server/tokens.ts'
import { clientOf, type TestApp } from './app.ts'
import type { Person } from './people.ts'

/** Later than every instant to which a test sets the clock. */
export const farFuture = new Date('2300-01-01T00:00:00Z')

/** Inserts a session, without the slow password hash, and gives its token. By default the session never expires in a test. */
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

/** Gives the same person with a session that does not expire when the test moves the clock. */
export async function withPermanentSession(
  app: Pick<TestApp, 'baseUrl' | 'database'>,
  person: Person,
): Promise<Person> {
  const token = await openTestSession(app.database, person.uid)
  return { ...person, token, client: clientOf(app.baseUrl, token) }
}
