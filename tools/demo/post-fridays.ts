import { getKhateebs } from '../../contract/directory.ts'
import { addKhutbah } from '../../contract/khutbahs.ts'
import type { DemoSession } from './demo-sessions.ts'
import { weekOf } from './fridays.ts'
import { numberOf } from './people.ts'
import { runScenario } from './slot-scenarios.ts'

/** How far khateebs travel to a masjid of the demo, in miles, and how many of the nearest it knows. */
const travel = 50
const knownKhateebs = 6

/** When masjids have their services; one that has two has them an hour apart. */
const usualTimes: readonly (readonly string[])[] = [
  ['13:15'],
  ['12:45', '13:45'],
  ['13:30'],
  ['12:30', '13:30'],
  ['13:00'],
]

interface Posted {
  readonly masjid: DemoSession
  /** The khateebs it knows. */
  readonly khateebs: readonly DemoSession[]
  /** Slots posted now, and slots that an earlier run had posted. */
  readonly posted: number
  readonly found: number
  /** How much can go on between them on a Friday. */
  readonly proposable: number
}

/**
 * Posts a masjid's Fridays (YYYY-MM-DD) one by one, each with the scenes of its new slots, so that a run that is broken
 * off leaves no half Friday. `people` are the khateebs of the demo by uid.
 */
export async function postFridays(
  masjid: DemoSession,
  fridays: readonly string[],
  people: ReadonlyMap<string, DemoSession>,
): Promise<Posted> {
  const seed = numberOf(masjid.email)
  const times = usualTimes[seed % usualTimes.length] ?? []
  const near = await masjid.client.call(getKhateebs, {
    near: 'me',
    radius: String(travel),
    limit: String(knownKhateebs),
  })
  const khateebs = near.flatMap(({ uid }) => people.get(uid) ?? [])
  let posted = 0
  let found = 0
  for (const date of fridays) {
    const { added, existing } = await masjid.client.call(addKhutbah, {
      masjidUid: 'me',
      date,
      times: [...times],
    })
    posted += added.length
    found += existing.length
    for (const time of added) {
      const number = seed + weekOf(date) * times.length + times.indexOf(time)
      const khateeb = khateebs[number % khateebs.length]
      const rival = khateebs[(number + 1) % khateebs.length]
      if (khateeb === undefined || rival === undefined) continue
      await runScenario(number, { masjid, khateeb, rival, khutbahDate: date, khutbahTime: time })
    }
  }
  return { masjid, khateebs, posted, found, proposable: times.length * khateebs.length }
}
