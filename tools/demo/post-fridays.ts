import { getKhateebs } from '../../contract/directory.ts'
import { addKhutbah } from '../../contract/khutbahs.ts'
import type { DemoSession } from './demo-sessions.ts'
import { weekOf } from './fridays.ts'
import { hashToNumber } from './people.ts'
import { runScenario } from './slot-scenarios.ts'

/** A demo masjid has proposals with this many khateebs, the nearest ones. */
const khateebsPerMasjid = 6
/** The greatest distance of these khateebs from the masjid, in miles. */
const travelMiles = 50

/** The possible khutbah times of a masjid: one time, or two that are an hour apart. */
const usualTimes: readonly (readonly string[])[] = [
  ['13:15'],
  ['12:45', '13:45'],
  ['13:30'],
  ['12:30', '13:30'],
  ['13:00'],
]

/**
 * Posts a masjid's Fridays (YYYY-MM-DD). Runs the scenarios of the new slots of a Friday before it posts the next Friday, so that an
 * interrupted run leaves at most one Friday incomplete.
 * @param people the demo khateebs by uid
 */
export async function postFridays(
  masjid: DemoSession,
  fridays: readonly string[],
  people: ReadonlyMap<string, DemoSession>,
) {
  const seed = hashToNumber(masjid.email)
  const times = usualTimes[seed % usualTimes.length] ?? []
  const near = await masjid.client.call(getKhateebs, {
    near: 'me',
    radius: String(travelMiles),
    limit: String(khateebsPerMasjid),
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
      const slot = { khutbahDate: date, khutbahTime: time }
      await runScenario(number, { masjid, khateeb, rival, slot })
    }
  }
  return {
    masjid,
    /** The khateebs with whom the masjid has proposals. */
    khateebs,
    /** The number of slots that this run has posted. */
    posted,
    /** The number of slots that an earlier run had posted. */
    found,
    /** The number of possible pairs of a slot and a khateeb on a Friday. */
    possiblePairs: times.length * khateebs.length,
  }
}
