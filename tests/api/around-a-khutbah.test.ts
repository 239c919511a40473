import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestSession } from '../runtime/session.ts'
import { at, begin, days, dealings, phoneIsDue, time, zones } from './moments.ts'
import { phoneOf } from './phone-canary.ts'
import { ask } from './raw-call.ts'
import { newWorld, type World } from './world.ts'

let world: World
let tokens: Readonly<Record<Who, string | undefined>>
beforeAll(async () => {
  world = await newWorld()
  const { app, khateeb, otherKhateeb, masjid, otherMasjid } = world
  const open = ({ uid }: { readonly uid: string }) => openTestSession(app.database, uid)
  tokens = {
    nobody: undefined,
    khateeb: await open(khateeb),
    otherKhateeb: await open(otherKhateeb),
    masjid: await open(masjid),
    otherMasjid: await open(otherMasjid),
  }
})
afterAll(() => world.app.stop())

type Who = 'nobody' | 'khateeb' | 'otherKhateeb' | 'masjid' | 'otherMasjid'

const read = (who: Who, url: string, may: readonly Canary[] = []) => ({ who, url, may })

/** Everything that is read, by whom, and what of the canaries may stand in it. */
function reads(phone: boolean, invite: boolean) {
  const [his, its] = [world.khateeb.uid, world.masjid.uid]
  const details = `/get_khateeb_details/${his}`
  const masjid = `/get_masjid_details/${its}`
  return [
    read('nobody', masjid),
    read('nobody', details),
    read('nobody', `/users/${his}`),
    read('otherKhateeb', masjid, ['masjidEmail']),
    read('otherKhateeb', details),
    read('otherKhateeb', `/users/${his}`),
    read('otherKhateeb', '/get_masjids'),
    read('otherKhateeb', '/get_khateebs?near=me'),
    read('otherKhateeb', '/users/me'),
    read('otherKhateeb', '/identity/export'),
    read('otherMasjid', '/masjids/me'),
    read('otherMasjid', '/identity/export'),
    read('otherMasjid', masjid, ['masjidEmail']),
    read('otherMasjid', details),
    read('otherMasjid', '/get_khateebs'),
    read('otherMasjid', `/masjids/${its}`),
    read('masjid', details, phone ? ['phone'] : []),
    read('masjid', '/get_khateebs?near=me'),
    read('masjid', '/masjids/me', ['masjidEmail']),
    read('masjid', '/masjids/me/slot_history'),
    read('masjid', '/masjids/me/archived_khutbahs'),
    read('masjid', '/identity/export', ['masjidEmail']),
    read('khateeb', masjid, ['masjidEmail']),
    read('khateeb', '/get_masjids?near=me'),
    read('khateeb', details, ['phone']),
    read('khateeb', '/identity/export', ['phone', 'khateebEmail']),
    read('khateeb', '/users/me', ['phone', 'khateebEmail', ...(invite ? (['masjidEmail'] as const) : [])]),
  ]
}

const canaries = ['phone', 'khateebEmail', 'masjidEmail'] as const
type Canary = (typeof canaries)[number]

/** Reads everything at an instant, and gives what stood where it may not, or didn't where it must. */
async function faults(phone: boolean, invite: boolean): Promise<string[]> {
  const found = await Promise.all(
    reads(phone, invite).map(async ({ who, url, may }) => {
      const answer = await ask(world.app.baseUrl, { method: 'GET', url, token: tokens[who] })
      const stands = canaries.filter((it) => {
        if (it === 'phone') return phoneOf(answer) !== null
        return answer.text.includes(world[it === 'khateebEmail' ? 'khateeb' : 'masjid'].email)
      })
      const right = stands.toSorted().join() === [...may].toSorted().join()
      return right ? [] : [`${who} ${url} (${answer.status}): ${stands.join()} in place of ${may.join()}`]
    }),
  )
  return found.flat()
}

describe.each(zones)('in %s', (zone) => {
  test.each(dealings)(
    'five days before until five days after, phones and e-mails are told to whom the rule names alone: %s',
    async (dealing) => {
      await begin(world, dealing, zone)
      const wrong: Record<string, string[]> = {}
      for (const day of days) {
        for (const wallClock of /requested|confirmed/.test(dealing) ? ['00:00', '23:59'] : ['12:00']) {
          const instant = at(day, wallClock, zone)
          await world.app.setNow(instant.toISOString())
          const upcoming = instant <= at(0, time, zone)
          const found = await faults(phoneIsDue(dealing, day, wallClock), dealing === 'invited' && upcoming)
          if (found.length > 0) wrong[`${day} ${wallClock}`] = found
        }
      }
      expect(wrong).toEqual({})
    },
  )
})
