import type { Database } from '../../server/database/database.ts'
import { newToken } from '../../server/tokens.ts'
import { clientOf, type TestApp } from './app.ts'
import type { TestAccount } from './people.ts'
import { personIdOf } from './person-id.ts'

/** An instant later than every instant to which a test sets the clock. */
export const farFuture = new Date('2300-01-01T00:00:00Z')

/**
 * Inserts a session of the person who signed up a khateeb or a masjid, without the slow password hash. By default it never expires in a
 * test.
 */
export async function insertSession(database: Database, uid: string, expiresAt: Date = farFuture) {
  return insertSessionOfPerson(database, await personIdOf(database.db, uid), expiresAt)
}

/** Like `insertSession`, but also works for a person whose khateeb or masjid is deleted. */
export async function insertSessionOfPerson({ db }: Database, personId: string, expiresAt: Date = farFuture) {
  const { token, hash } = newToken()
  const { id } = await db
    .insertInto('sessions')
    .values({ person_id: personId, token_hash: hash, device: 'a test', expires_at: expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token }
}

/** Deletes all sessions of the person who signed up a khateeb or a masjid, without an audit row. */
export async function deleteSessions({ db }: Database, uid: string): Promise<void> {
  const personId = await personIdOf(db, uid)
  await db.deleteFrom('sessions').where('person_id', '=', personId).execute()
}

/** Like `insertSession`, but returns only the token. */
export async function openTestSession(...session: Parameters<typeof insertSession>): Promise<string> {
  return (await insertSession(...session)).token
}

/** Returns the same person with a session that does not expire when the test moves the clock. */
export async function withPermanentSession(
  app: Pick<TestApp, 'baseUrl' | 'database'>,
  person: TestAccount,
): Promise<TestAccount> {
  const token = await openTestSession(app.database, person.uid)
  return { ...person, token, client: clientOf(app.baseUrl, token) }
}
