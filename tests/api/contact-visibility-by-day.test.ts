import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isVerifyRun } from '../runtime/is-verify-run.ts'
import { openTestSession } from '../runtime/session.ts'
import { findPhoneInAnswer } from './find-phone.ts'
import { type Fixture, startFixture } from './fixture.ts'
import { ask } from './raw-call.ts'
import {
  closedAccountIn,
  masjidMaySeePhone,
  type Relationship,
  rareRelationships,
  relationships,
  setUpRelationship,
} from './relationships.ts'
import { dayOffsets, instantAt, isUpcoming, timeZones } from './slot-timeline.ts'

let fixture: Fixture
beforeAll(async () => void (fixture = await startFixture()))
afterAll(() => fixture.app.stop())

type Who = 'nobody' | 'khateeb' | 'otherKhateeb' | 'masjid' | 'otherMasjid'

type Tokens = Readonly<Record<Who, string | undefined>>

async function signIn(): Promise<Tokens> {
  const { app, khateeb, otherKhateeb, masjid, otherMasjid } = fixture
  const open = ({ uid }: { readonly uid: string }) => openTestSession(app.database, uid)
  return {
    nobody: undefined,
    khateeb: await open(khateeb),
    otherKhateeb: await open(otherKhateeb),
    masjid: await open(masjid),
    otherMasjid: await open(otherMasjid),
  }
}

const read = (who: Who, url: string, may: readonly Canary[] = []) => ({ who, url, may })

/** Everything that is read, by whom, and what of the canaries may stand in it. */
function reads(phone: boolean, invite: boolean) {
  const [his, its] = [fixture.khateeb.uid, fixture.masjid.uid]
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

/** Of what may stand there: nothing for whose account is closed, and nothing of a masjid's, which nobody finds then. */
function left(may: readonly Canary[], who: Who, relationship: Relationship): Canary[] {
  const closed = closedAccountIn(relationship)
  return may.filter((it) => who !== closed && !(closed === 'masjid' && it === 'masjidEmail'))
}

/** Reads everything at a time of a day, and gives what stood where it may not, or didn't where it must. */
async function faults(
  tokens: Tokens,
  relationship: Relationship,
  day: number,
  wallClock: string,
): Promise<string[]> {
  const invite = relationship === 'invited' && isUpcoming(day, wallClock)
  const found = await Promise.all(
    reads(masjidMaySeePhone(relationship, day, wallClock), invite).map(async ({ who, url, may }) => {
      const answer = await ask(fixture.app.baseUrl, { method: 'GET', url, token: tokens[who] })
      const stands = canaries.filter((it) => {
        if (it === 'phone') return findPhoneInAnswer(answer) !== null
        return answer.text.includes(fixture[it === 'khateebEmail' ? 'khateeb' : 'masjid'].email)
      })
      const due = left(may, who, relationship).toSorted()
      const right = stands.toSorted().join() === due.join()
      return right ? [] : [`${who} ${url} (${answer.status}): ${stands.join()} in place of ${due.join()}`]
    }),
  )
  return found.flat()
}

/** The dealings to try in a zone; but for the long form, the rare ones are each tried in one of them. */
function dealingsIn(zone: (typeof timeZones)[number]): readonly Relationship[] {
  return relationships.filter((it) => {
    const turn = rareRelationships.indexOf(it)
    return isVerifyRun || turn === -1 || turn % timeZones.length === timeZones.indexOf(zone)
  })
}

function daysOf(relationship: Relationship): readonly number[] {
  return isVerifyRun || !rareRelationships.includes(relationship) ? dayOffsets : [-4, -3, -1, 3, 4]
}

describe.each(timeZones)('in %s', (zone) => {
  test.each(dealingsIn(zone))(
    'five days before until five days after, phones and e-mails are told to whom the rule names alone: %s',
    async (relationship) => {
      // Before an account is closed, where one is to be.
      const tokens = await signIn()
      await setUpRelationship(fixture, relationship, zone)
      const wrong: Record<string, string[]> = {}
      for (const day of daysOf(relationship)) {
        for (const wallClock of /requested|confirmed/.test(relationship) ? ['00:00', '23:59'] : ['12:00']) {
          await fixture.app.setNow(instantAt(day, wallClock, zone).toISOString())
          const found = await faults(tokens, relationship, day, wallClock)
          if (found.length > 0) wrong[`${day} ${wallClock}`] = found
        }
      }
      expect(wrong).toEqual({})
    },
  )
})
