import type { Role } from '../../contract/endpoint.ts'
import { getUser, updateUser } from '../../contract/own-records.ts'
import { type ProgressOutput, startProgress } from '../terminal/progress.ts'
import { formatTable } from '../terminal/table.ts'
import { clientFactory, type DemoSession, DemoSessions, type RejectedPerson } from './demo-sessions.ts'
import { fridaysAfter } from './fridays.ts'
import { mapConcurrently } from './map-concurrently.ts'
import { type DemoKhateeb, type DemoPeople, demoPassword } from './people.ts'
import { postFridays } from './post-fridays.ts'
import { createClientRetrier } from './retrying-client.ts'

/** The result of filling the database. */
export type FilledDemo = Awaited<ReturnType<typeof fillDemo>>

/** The number of concurrent calls. The server hashes one password at a time, and answers the other calls meanwhile. */
const concurrency = 4

/** The number of coming Fridays that each masjid of the demo posts. */
export const fridaysAhead = 8

/**
 * Fills the database of a running server by calls of the public API: signs people up, posts the coming Fridays, and runs a scenario for
 * each new slot. Idempotent: a second run only adds new Fridays.
 * @param baseUrl the server's origin, without a trailing slash
 * @param output the output for progress
 */
export async function fillDemo(baseUrl: string, demo: DemoPeople, output: ProgressOutput = process.stdout) {
  let say = (line: string): void => void output.write(`${line}\n`)
  const withRetries = createClientRetrier({
    now: () => Date.now(),
    sleep: (time) => new Promise((resolve) => setTimeout(resolve, time)),
    onPause: (seconds, failure) => say(`Waiting ${seconds} s, as the server asks: ${failure.message}`),
  })
  const clientOf = clientFactory(baseUrl)
  const sessions = new DemoSessions((token) => withRetries(clientOf(token)))

  async function mapWithProgress<Item, Result>(
    label: string,
    items: readonly Item[],
    work: (item: Item) => Promise<Result>,
  ) {
    const progress = startProgress(label, items.length, output)
    say = progress.say
    const results = await mapConcurrently(items, concurrency, async (item) => {
      const result = await work(item)
      progress.step()
      return result
    })
    progress.end()
    return results
  }

  const khateebs = await mapWithProgress('Khateebs', demo.khateebs, async (khateeb) => {
    const session = await sessions.openKhateeb(khateeb)
    if ('client' in session) await fillProfile(session, khateeb)
    return session
  })
  const masjids = await mapWithProgress('Masjids', demo.masjids, (masjid) => sessions.openMasjid(masjid))
  const people = new Map(sessionsOf(khateebs).map((it) => [it.uid, it]))
  const fridays = fridaysAfter(new Date(), fridaysAhead)
  const posted = await mapWithProgress('Fridays', sessionsOf(masjids), (masjid) =>
    postFridays(masjid, fridays, people),
  )
  const busiest = posted.toSorted((a, b) => b.possiblePairs - a.possiblePairs)
  return {
    /** The signed-in people. The busiest masjids come first, and so do the khateebs near the busiest masjid. */
    masjids: busiest.map((it) => it.masjid),
    khateebs: [...new Set([...(busiest[0]?.khateebs ?? []), ...people.values()])],
    /** The people whom the server rejected. */
    refused: [...khateebs, ...masjids].filter((it) => 'reason' in it),
    /** The number of slots that this run has posted. */
    posted: posted.reduce((sum, it) => sum + it.posted, 0),
    /** The number of slots that an earlier run had posted. */
    found: posted.reduce((sum, it) => sum + it.found, 0),
  }
}

function sessionsOf(results: readonly (DemoSession | RejectedPerson)[]): DemoSession[] {
  return results.filter((it) => 'client' in it)
}

/** Fills an empty profile. Keeps a filled profile, because a user of the demo may have edited it. */
async function fillProfile({ client }: DemoSession, { bio, expertise }: DemoKhateeb): Promise<void> {
  if (bio === '') return
  const record = await client.call(getUser, { uid: 'me' })
  if (record.bio === '') await client.call(updateUser, { uid: 'me', bio, expertise })
}

/** Returns a table of a few accounts to sign in with. */
export function signInTable({ masjids, khateebs }: Pick<FilledDemo, 'masjids' | 'khateebs'>): string {
  const rows = [...rowsOf('masjid', masjids), ...rowsOf('khateeb', khateebs)]
  return formatTable(['sign in as', 'who', 'email', 'password'], rows)
}

function rowsOf(role: Role, people: readonly DemoSession[]): string[][] {
  return people.slice(0, 3).map(({ name, email }) => [role, name, email, demoPassword])
}
