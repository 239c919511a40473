import type { Database } from '../../../server/database/database.ts'
import { clientOf } from '../../runtime/app.ts'
import { insertKhateebs, insertMasjids, type Member } from '../../runtime/insert-people.ts'
import type { Person } from '../../runtime/people.ts'

/** A masjid and what its wall clock shows: hours that overlap those of the others, touch them, or stand apart. */
export interface Masjid extends Person {
  /** From UTC, as ISO 8601 writes it; the dates are in winter. */
  readonly offset: '-05:00' | '-06:00'
  readonly times: readonly string[]
}

/** Everybody there is. The people stay for all runs; what they do is wiped in between. */
export interface World {
  readonly masjids: readonly Masjid[]
  readonly khateebs: readonly Person[]
}

/** The dates that khutbahs are posted for, and when each run begins. */
export const dates = ['2031-01-10', '2031-01-17'] as const
export const beginning = Date.parse('2031-01-10T09:00:00-05:00')

/** Two masjids in Michigan and one in Illinois, whose 12:00 is their 13:00; and three khateebs between them. */
export async function createWorld(database: Database, baseUrl: string): Promise<World> {
  const person = (member: Member): Person => ({ ...member, client: clientOf(baseUrl, member.token) })
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
