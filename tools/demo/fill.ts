import { createClient } from '../../contract/client.ts'
import { getUser, updateUser } from '../../contract/directory.ts'
import { type Screen, startProgress } from '../terminal/progress.ts'
import { type ClientOf, DemoSessions, type DemoSession } from './demo-sessions.ts'
import { fridaysAfter } from './fridays.ts'
import { mapConcurrently } from './map-concurrently.ts'
import { retryingClients } from './retrying-client.ts'
import type { DemoPeople, DemoKhateeb } from './people.ts'
import { postFridays } from './post-fridays.ts'

export interface Filled {
  /** Those who are in; first the masjids where the most goes on, and the khateebs around the first of them. */
  readonly masjids: readonly DemoSession[]
  readonly khateebs: readonly DemoSession[]
  /** Whom the server refused. */
  readonly refused: readonly { readonly name: string; readonly reason: string }[]
  /** Slots posted now, and slots that an earlier run had posted. */
  readonly posted: number
  readonly found: number
}

/** A server hashes two passwords at a time; a few more calls keep it busy meanwhile. */
const atOnce = 4

const fridaysAhead = 8

/**
 * Fills the database of a running server through its public calls: signs people up, posts the coming Fridays and plays
 * a scene for each new slot. A second run signs nobody up twice and posts only the Fridays that were not there.
 * @param baseUrl the server's origin, without a slash at its end
 * @param screen where progress is shown
 */
export async function fillDemo(
  baseUrl: string,
  cast: DemoPeople,
  screen: Screen = process.stdout,
): Promise<Filled> {
  let say = (line: string): void => void screen.write(`${line}\n`)
  const wait = retryingClients({
    now: () => Date.now(),
    sleep: (time) => new Promise((resolve) => setTimeout(resolve, time)),
    onPause: (seconds, failure) => say(`The server asks to wait ${seconds} s: ${failure.message}`),
  })
  const clientOf: ClientOf = (token) =>
    wait(
      createClient({
        baseUrl,
        fetch,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      }),
    )
  const sessions = new DemoSessions(clientOf)

  /** Does something for everybody in turn, and shows how far it is. */
  async function each<Item, Result>(
    label: string,
    items: readonly Item[],
    work: (item: Item) => Promise<Result>,
  ) {
    const progress = startProgress(label, items.length, screen)
    say = progress.say
    const results = await mapConcurrently(items, atOnce, async (item) => {
      const result = await work(item)
      progress.step()
      return result
    })
    progress.end()
    return results
  }

  const khateebs = await each('Khateebs', cast.khateebs, async (khateeb) => {
    const entered = await sessions.openKhateeb(khateeb)
    if (typeof entered !== 'string') await introduce(entered, khateeb)
    return { name: `${khateeb.firstName} ${khateeb.lastName}`, entered }
  })
  const masjids = await each('Masjids', cast.masjids, async (masjid) => ({
    name: masjid.masjidName,
    entered: await sessions.openMasjid(masjid),
  }))
  const people = new Map(entered(khateebs).map((it) => [it.uid, it]))
  const fridays = fridaysAfter(new Date(), fridaysAhead)
  const places = await each('Fridays', entered(masjids), (masjid) => postFridays(masjid, fridays, people))
  const liveliest = places.toSorted((a, b) => b.proposable - a.proposable)
  return {
    masjids: liveliest.map((it) => it.masjid),
    khateebs: [...new Set([...(liveliest[0]?.khateebs ?? []), ...people.values()])],
    refused: [...khateebs, ...masjids].flatMap((it) =>
      typeof it.entered === 'string' ? [{ name: it.name, reason: it.entered }] : [],
    ),
    posted: places.reduce((sum, it) => sum + it.posted, 0),
    found: places.reduce((sum, it) => sum + it.found, 0),
  }
}

interface Asked {
  readonly name: string
  readonly entered: DemoSession | string
}

function entered(asked: readonly Asked[]): DemoSession[] {
  return asked.flatMap((it) => (typeof it.entered === 'string' ? [] : [it.entered]))
}

/** Writes a khateeb's profile, unless it has words already: they may be those of whoever tries the demo. */
async function introduce({ client }: DemoSession, { bio, expertise }: DemoKhateeb): Promise<void> {
  if (bio === '') return
  const record = await client.call(getUser, { uid: 'me' })
  if (record.bio === '') await client.call(updateUser, { uid: 'me', bio, expertise })
}
