import { createClient } from '../../contract/client.ts'
import { getKhateebs, getUser, updateUser } from '../../contract/directory.ts'
import { addKhutbah } from '../../contract/khutbahs.ts'
import { startProgress } from '../terminal/progress.ts'
import { type ClientOf, Door, type Entered } from './enter.ts'
import { fridaysAfter, weekOf } from './fridays.ts'
import { inParallel } from './in-parallel.ts'
import { patience } from './patience.ts'
import { type Cast, type DemoKhateeb, numberOf } from './people.ts'
import { playScene } from './scenes.ts'

export interface Filled {
  /** Those who are in, in the order they were given. */
  readonly masjids: readonly Entered[]
  readonly khateebs: readonly Entered[]
  /** Whom the server refused. */
  readonly refused: readonly { readonly name: string; readonly reason: string }[]
  /** Slots posted now, and slots that an earlier run had posted. */
  readonly posted: number
  readonly found: number
}

/** A server hashes two passwords at a time; a few more calls keep it busy meanwhile. */
const atOnce = 4
const fridaysAhead = 8

/** How far khateebs travel to a masjid of the demo, in miles, and how many of the nearest it knows. */
const travel = 50
const knownKhateebs = 6

/**
 * Fills the database of a running server through its public calls: signs people up, posts the coming Fridays and plays
 * a scene for each new slot. A second run signs nobody up twice and posts only the Fridays that were not there.
 * @param baseUrl the server's origin, without a slash at its end
 */
export async function fillDemo(baseUrl: string, cast: Cast): Promise<Filled> {
  let say: (line: string) => void = console.log
  const wait = patience({
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
  const door = new Door(clientOf)

  /** Does something for everybody in turn, and shows how far it is. */
  async function each<Item, Result>(
    label: string,
    items: readonly Item[],
    work: (item: Item) => Promise<Result>,
  ) {
    const progress = startProgress(label, items.length)
    say = progress.say
    const results = await inParallel(items, atOnce, async (item) => {
      const result = await work(item)
      progress.step()
      return result
    })
    progress.end()
    return results
  }

  const khateebs = await each('Khateebs', cast.khateebs, async (khateeb) => {
    const entered = await door.khateeb(khateeb)
    if (typeof entered !== 'string') await introduce(entered, khateeb)
    return { name: `${khateeb.firstName} ${khateeb.lastName}`, entered }
  })
  const masjids = await each('Masjids', cast.masjids, async (masjid) => ({
    name: masjid.masjidName,
    entered: await door.masjid(masjid),
  }))
  const people = new Map(entered(khateebs).map((it) => [it.uid, it]))
  const fridays = fridaysAfter(new Date(), fridaysAhead)
  const counts = await each('Fridays', entered(masjids), (masjid) => fillFridays(masjid, fridays, people))
  return {
    masjids: entered(masjids),
    khateebs: entered(khateebs),
    refused: [...khateebs, ...masjids].flatMap((it) =>
      typeof it.entered === 'string' ? [{ name: it.name, reason: it.entered }] : [],
    ),
    posted: counts.reduce((sum, it) => sum + it.posted, 0),
    found: counts.reduce((sum, it) => sum + it.found, 0),
  }
}

interface Asked {
  readonly name: string
  readonly entered: Entered | string
}

function entered(asked: readonly Asked[]): Entered[] {
  return asked.flatMap((it) => (typeof it.entered === 'string' ? [] : [it.entered]))
}

/** Writes a khateeb's profile, unless it has words already: they may be those of whoever tries the demo. */
async function introduce({ client }: Entered, { bio, expertise }: DemoKhateeb): Promise<void> {
  if (bio === '') return
  const record = await client.call(getUser, { uid: 'me' })
  if (record.bio === '') await client.call(updateUser, { uid: 'me', bio, expertise })
}

/** Posts a masjid's Fridays one by one, each with its scenes, so that a run that is broken off leaves no half Friday. */
async function fillFridays(
  masjid: Entered,
  fridays: readonly string[],
  people: ReadonlyMap<string, Entered>,
) {
  const seed = numberOf(masjid.email)
  const times = usualTimes[seed % usualTimes.length] ?? []
  const near = await masjid.client.call(getKhateebs, {
    near: 'me',
    radius: String(travel),
    limit: String(knownKhateebs),
  })
  const khateebs = near.flatMap(({ uid }) => people.get(uid) ?? [])
  const count = { posted: 0, found: 0 }
  for (const date of fridays) {
    const { added, existing } = await masjid.client.call(addKhutbah, {
      masjidUid: 'me',
      date,
      times: [...times],
    })
    count.posted += added.length
    count.found += existing.length
    for (const time of added) {
      const number = seed + weekOf(date) * times.length + times.indexOf(time)
      const khateeb = khateebs[number % khateebs.length]
      const rival = khateebs[(number + 1) % khateebs.length]
      if (khateeb === undefined || rival === undefined) continue
      await playScene(number, { masjid, khateeb, rival, khutbahDate: date, khutbahTime: time })
    }
  }
  return count
}

/** When masjids have their services; one that has two has them an hour apart. */
const usualTimes: readonly (readonly string[])[] = [
  ['13:15'],
  ['12:45', '13:45'],
  ['13:30'],
  ['12:30', '13:30'],
  ['13:00'],
]
