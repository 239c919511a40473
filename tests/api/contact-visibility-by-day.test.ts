import { describe, expect, test } from 'vitest'
import { isVerifyRun } from '../runtime/is-verify-run.ts'
import { openTestSession } from '../runtime/session.ts'
import { findPhoneInResponse, type MemberName, members, startFixture } from './fixture.ts'
import {
  masjidMaySeePhone,
  type Relationship,
  rareRelationships,
  relationships,
  setUpRelationship,
  suspendedOrDeletedSide,
} from './relationships.ts'
import { dayOffsets, instantAt, isUpcoming, timeZones } from './slot-timeline.ts'

const fixture = await startFixture()

type Caller = 'visitor' | MemberName

type Tokens = ReadonlyMap<Caller, string>

async function signIn(): Promise<Tokens> {
  const tokens = new Map<Caller, string>()
  for (const member of members)
    tokens.set(member, await openTestSession(fixture.database, fixture[member].uid))
  return tokens
}

const expectedRead = (who: Caller, url: string, may: readonly Contact[] = []) => ({ who, url, may })

/** Returns all reads, each with its caller and the contacts that the response must have unless a suspension or deletion hides them. */
function reads(phone: boolean, invite: boolean) {
  const [khateebUid, masjidUid] = [fixture.khateeb.uid, fixture.masjid.uid]
  const details = `/get_khateeb_details/${khateebUid}`
  const masjid = `/get_masjid_details/${masjidUid}`
  return [
    expectedRead('visitor', masjid),
    expectedRead('visitor', details),
    expectedRead('visitor', `/users/${khateebUid}`),
    expectedRead('otherKhateeb', masjid, ['masjidEmail']),
    expectedRead('otherKhateeb', details),
    expectedRead('otherKhateeb', `/users/${khateebUid}`),
    expectedRead('otherKhateeb', '/get_masjids'),
    expectedRead('otherKhateeb', '/get_khateebs?near=me'),
    expectedRead('otherKhateeb', '/users/me'),
    expectedRead('otherKhateeb', '/identity/export'),
    expectedRead('otherMasjid', '/masjids/me'),
    expectedRead('otherMasjid', '/identity/export'),
    expectedRead('otherMasjid', masjid, ['masjidEmail']),
    expectedRead('otherMasjid', details),
    expectedRead('otherMasjid', '/get_khateebs'),
    expectedRead('otherMasjid', `/masjids/${masjidUid}`),
    expectedRead('masjid', details, phone ? ['phone'] : []),
    expectedRead('masjid', '/get_khateebs?near=me'),
    expectedRead('masjid', '/masjids/me', ['masjidEmail']),
    expectedRead('masjid', '/masjids/me/slot_history'),
    expectedRead('masjid', '/masjids/me/archived_khutbahs'),
    expectedRead('masjid', '/identity/export', ['masjidEmail']),
    expectedRead('khateeb', masjid, ['masjidEmail']),
    expectedRead('khateeb', '/get_masjids?near=me'),
    expectedRead('khateeb', details, ['phone']),
    expectedRead('khateeb', '/users/me/past_khutbahs'),
    expectedRead('khateeb', '/users/me/open_slots'),
    expectedRead('khateeb', '/identity/export', ['phone', 'khateebEmail']),
    expectedRead('khateeb', '/users/me', [
      'phone',
      'khateebEmail',
      ...(invite ? (['masjidEmail'] as const) : []),
    ]),
  ]
}

const contacts = ['phone', 'khateebEmail', 'masjidEmail'] as const
type Contact = (typeof contacts)[number]

/**
 * Removes the contacts that a suspension or deletion hides. The suspended or deleted account can read nothing, and no response shows the
 * email of a suspended or deleted masjid.
 */
function visibleContacts(may: readonly Contact[], who: Caller, relationship: Relationship): Contact[] {
  const suspendedOrDeleted = suspendedOrDeletedSide(relationship)
  return may.filter(
    (it) => who !== suspendedOrDeleted && !(suspendedOrDeleted === 'masjid' && it === 'masjidEmail'),
  )
}

/** Makes all reads. Returns a description of each read whose response does not have exactly the expected contacts. */
async function findViolations(
  tokens: Tokens,
  relationship: Relationship,
  day: number,
  wallClock: string,
): Promise<string[]> {
  const invite = relationship === 'invited' && isUpcoming(day, wallClock)
  const found = await Promise.all(
    reads(masjidMaySeePhone(relationship, day, wallClock), invite).map(async ({ who, url, may }) => {
      const response = await fixture.send({ url, token: tokens.get(who) })
      const shown = contacts.filter((it) => {
        if (it === 'phone') return findPhoneInResponse(response) !== null
        return response.text.includes(fixture[it === 'khateebEmail' ? 'khateeb' : 'masjid'].email)
      })
      const allowed = visibleContacts(may, who, relationship).toSorted()
      const right = shown.toSorted().join() === allowed.join()
      return right
        ? []
        : [`${who} ${url} (${response.status}): has ${shown.join()} instead of ${allowed.join()}`]
    }),
  )
  return found.flat()
}

/** Returns the relationships to test in a time zone. Without `npm run verify`, each rare relationship is tested in only one zone. */
function relationshipsIn(zone: (typeof timeZones)[number]): readonly Relationship[] {
  return relationships.filter((it) => {
    const turn = rareRelationships.indexOf(it)
    return isVerifyRun || turn === -1 || turn % timeZones.length === timeZones.indexOf(zone)
  })
}

function dayOffsetsOf(relationship: Relationship): readonly number[] {
  return isVerifyRun || !rareRelationships.includes(relationship) ? dayOffsets : [-4, -3, -1, 3, 4]
}

describe.each(timeZones)('in %s', (zone) => {
  test.each(relationshipsIn(zone))(
    'phones and emails are visible only to the expected callers on the days around the khutbah: %s',
    async (relationship) => {
      // Sign in first, because some relationships suspend or delete an account.
      const tokens = await signIn()
      await setUpRelationship(fixture, relationship, zone)
      // Give all members a name. For a member without a name, the slot history would show the email.
      const people = fixture.database.db.updateTable('people').set({ name: 'A member' })
      await people.where('left_at', 'is', null).execute()
      const wrong: Record<string, string[]> = {}
      for (const day of dayOffsetsOf(relationship)) {
        for (const wallClock of /requested|confirmed/.test(relationship) ? ['00:00', '23:59'] : ['12:00']) {
          await fixture.setNow(instantAt(day, wallClock, zone).toISOString())
          const found = await findViolations(tokens, relationship, day, wallClock)
          if (found.length > 0) wrong[`${day} ${wallClock}`] = found
        }
      }
      expect(wrong).toEqual({})
    },
  )
})
