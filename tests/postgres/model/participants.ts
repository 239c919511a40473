import type { Database } from '../../../server/database/database.ts'
import { clientOf } from '../../runtime/app.ts'
import { type InsertedAccount, insertKhateebs, insertMasjids } from '../../runtime/insert-people.ts'
import type { TestAccount } from '../../runtime/people.ts'

/**
 * A masjid and its slot times. Some of its times overlap times of other masjids. Others are exactly an hour, or more than an hour, away
 * from them.
 */
export interface Masjid extends TestAccount {
  /** The UTC offset in winter. All dates of the test are in winter. */
  readonly offset: '-05:00' | '-06:00'
  readonly times: readonly string[]
}

/** All accounts of the test. All runs use the same accounts, but the other data of a run is deleted before the next run. */
export interface Participants {
  readonly masjids: readonly Masjid[]
  readonly khateebs: readonly TestAccount[]
}

/** The dates of all khutbahs. */
export const dates = ['2031-01-10', '2031-01-17'] as const

/** The time at the start of each run, in milliseconds since 1970. */
export const runStart = Date.parse('2031-01-10T09:00:00-05:00')

/** Creates two masjids in Michigan, one in Illinois (an hour behind), and three khateebs. */
export async function createParticipants(database: Database, baseUrl: string): Promise<Participants> {
  const person = (member: InsertedAccount): TestAccount => ({
    ...member,
    client: clientOf(baseUrl, member.token),
  })
  const inMichigan = await insertMasjids(database, 2)
  const inIllinois = await insertMasjids(database, 1, { timeZone: 'America/Chicago' })
  return {
    masjids: [
      ...inMichigan.map(
        (it): Masjid => ({ ...person(it), offset: '-05:00', times: ['13:00', '13:30', '14:00'] }),
      ),
      ...inIllinois.map(
        (it): Masjid => ({ ...person(it), offset: '-06:00', times: ['12:00', '12:59', '13:30'] }),
      ),
    ],
    khateebs: (await insertKhateebs(database, 3)).map(person),
  }
}
