import { sql } from 'kysely'
import type { RawInputOf } from '../../contract/endpoint.ts'
import { changeNewsSettings } from '../../contract/news.ts'
import type { TestApp } from './app.ts'
import { newKhateeb, type TestAccount } from './people.ts'
import { insertSessionOfPerson, withPermanentSession } from './session.ts'
import { fridayInJune } from './slots.ts'
import { newMember, newOwner, type TestMember } from './team.ts'

/** The news settings of a member who has changed nothing. */
export const defaultNewsSettings = { delivery: 'at_once', muted: [], digestHour: 7, language: 'en' } as const

/** Changes a person's news settings. Settings that are not in `changes` get their default values. */
export function setNews(person: TestAccount, changes: Partial<RawInputOf<typeof changeNewsSettings>>) {
  return person.client.call(changeNewsSettings, { ...defaultNewsSettings, ...changes })
}

/**
 * Stops the clock at 10:00 in Dearborn on `fridayInJune`. Signs up a masjid with an owner and a scheduler, and a khateeb. Their sessions do
 * not expire when the test moves the clock. Deletes the letters that these sign-ups have queued.
 */
export async function newNewsReaders(app: TestApp) {
  await app.setNow(`${fridayInJune}T14:00:00Z`)
  const owner = await withLongSession(app, await newOwner(app))
  const member = await withLongSession(app, await newMember(app, owner, 'scheduler'))
  const khateeb = await withPermanentSession(app, await newKhateeb(app.baseUrl))
  await app.database.db.deleteFrom('letters').execute()
  await sql`delete from rate_limits`.execute(app.database.db)
  return { owner, member, khateeb }
}

async function withLongSession(app: TestApp, person: TestMember): Promise<TestMember> {
  const { token } = await insertSessionOfPerson(app.database, person.personId)
  return { ...person, token, client: app.client(token) }
}
