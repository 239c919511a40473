import { type RawBuilder, sql } from 'kysely'
import { describe, expect } from 'vitest'
import { startApp } from '../runtime/app.ts'
import { newMasjid } from '../runtime/people.ts'
import { confirmKhateeb, postSlot, rejectKhateeb, requestSlot } from '../runtime/slots.ts'
import { testWithPeople } from '../runtime/test-with-people.ts'

/*
 * These tests write rows by SQL, without the product's code, to test the constraints. Tests of calls and races cannot test the constraints,
 * because rules and locks prevent a bad write before it reaches a constraint.
 */

const app = await startApp()
const test = testWithPeople(app)

/** SQLSTATE codes. */
const uniqueViolation = (constraint: string) => ({ code: '23505', constraint })
const exclusionViolation = { code: '23P01', constraint: 'one_place_at_a_time' }
const checkViolation = { code: '23514' }
const foreignKeyViolation = { code: '23503' }

async function expectRefused(statement: RawBuilder<unknown>, violation: object): Promise<void> {
  await expect(statement.execute(app.database.db)).rejects.toMatchObject(violation)
}

/** Returns the SQL statement that makes a person a member of a party. */
const joinStatement = (email: string, partyUid: string, role: string) => sql`
  insert into memberships (person_id, party_uid, party_role, role)
  select people.id, parties.uid, parties.role, ${role} from people, parties
  where people.email = ${email} and parties.uid = ${partyUid}`

describe('the database', () => {
  test('refuses a second khateeb on a slot', async ({ masjid, khateeb, rival, slot }) => {
    await confirmKhateeb(masjid, khateeb, slot)
    await expectRefused(
      sql`insert into assignments (slot_id, masjid_uid, khateeb_uid, starts_at)
        select slot_id, masjid_uid, ${rival.uid}, starts_at from assignments where khateeb_uid = ${khateeb.uid}`,
      uniqueViolation('one_khateeb_a_slot'),
    )
  })

  test.for(['13:59', '12:01'])(
    'refuses overlapping assignments of a khateeb, at 13:00 and %s',
    async (time, { masjid, khateeb, slot }) => {
      await confirmKhateeb(masjid, khateeb, slot)
      const other = await newMasjid(app.baseUrl)
      await postSlot(other, time)
      const alsoThere = sql`insert into assignments (slot_id, masjid_uid, khateeb_uid, starts_at)
      select id, masjid_uid, ${khateeb.uid}, starts_at from slots where masjid_uid = ${other.uid}`
      await expectRefused(alsoThere, exclusionViolation)
    },
  )

  test('refuses an assignment at a different time than its slot', async ({ khateeb, slot }) => {
    await expectRefused(
      sql`insert into assignments (slot_id, masjid_uid, khateeb_uid, starts_at)
        select id, masjid_uid, ${khateeb.uid}, starts_at + interval '1 day' from slots where masjid_uid = ${slot.masjidUid}`,
      foreignKeyViolation,
    )
  })

  test.for(['invite', 'request'])(
    'refuses a second pending proposal for a slot and khateeb (%s)',
    async (direction, { khateeb, slot }) => {
      await requestSlot(khateeb, slot)
      await expectRefused(
        sql`insert into proposals (slot_id, masjid_uid, khateeb_uid, direction)
        select slot_id, masjid_uid, khateeb_uid, ${direction} from proposals where khateeb_uid = ${khateeb.uid}`,
        uniqueViolation('one_pending_proposal'),
      )
    },
  )

  test('refuses a second decision on a proposal, another khateeb for it, and a decision without the time of the decision', async ({
    masjid,
    khateeb,
    rival,
    slot,
  }) => {
    await requestSlot(khateeb, slot)
    await rejectKhateeb(masjid, khateeb, slot)
    const again = (state: string) =>
      sql`update proposals set state = ${state}, decided_at = minbar_now() where khateeb_uid = ${khateeb.uid}`
    await expectRefused(again('accepted'), checkViolation)
    await requestSlot(rival, slot)
    await expectRefused(
      sql`update proposals set khateeb_uid = ${khateeb.uid} where khateeb_uid = ${rival.uid}`,
      checkViolation,
    )
    await expectRefused(
      sql`update proposals set state = 'accepted' where khateeb_uid = ${rival.uid}`,
      checkViolation,
    )
  })

  test('refuses two slots of a masjid at the same time', async ({ slot }) => {
    await expectRefused(
      sql`insert into slots (masjid_uid, date, time, starts_at)
        select masjid_uid, date, time, starts_at from slots where masjid_uid = ${slot.masjidUid}`,
      uniqueViolation('slots_one_per_time'),
    )
  })

  test('refuses a duplicate email, and an email that is not trimmed and lower-case', async ({
    khateeb,
    rival,
  }) => {
    const setEmail = (email: string) => sql`update people set email = ${email} where email = ${rival.email}`
    await expectRefused(setEmail(khateeb.email), uniqueViolation('people_email_key'))
    await expectRefused(setEmail(khateeb.email.toUpperCase()), checkViolation)
    await expectRefused(setEmail(` ${khateeb.email}`), checkViolation)
  })

  test('refuses a khateeb’s profile for a masjid', async ({ masjid, khateeb }) => {
    await expectRefused(
      sql`insert into khateebs (uid, first_name, last_name, zip_code, city, state_code, latitude, longitude, phone)
        select ${masjid.uid}, first_name, last_name, zip_code, city, state_code, latitude, longitude, phone
        from khateebs where uid = ${khateeb.uid}`,
      foreignKeyViolation,
    )
  })

  test('refuses a second member of a khateeb, a khateeb’s member who is not an owner, and a person with two khateebs', async ({
    khateeb,
    rival,
    masjid,
  }) => {
    await expectRefused(
      joinStatement(masjid.email, khateeb.uid, 'owner'),
      uniqueViolation('one_member_a_khateeb'),
    )
    await expectRefused(joinStatement(masjid.email, khateeb.uid, 'viewer'), checkViolation)
    await sql`delete from memberships where party_uid = ${rival.uid}`.execute(app.database.db)
    await expectRefused(
      joinStatement(khateeb.email, rival.uid, 'owner'),
      uniqueViolation('one_khateeb_a_person'),
    )
    await joinStatement(khateeb.email, masjid.uid, 'viewer').execute(app.database.db)
  })

  test('refuses a masjid without an owner', async ({ masjid }) => {
    const noOwner = { ...checkViolation, constraint: 'masjid_keeps_an_owner' }
    const member = sql`party_uid = ${masjid.uid}`
    await expectRefused(sql`delete from memberships where ${member}`, noOwner)
    await expectRefused(sql`update memberships set role = 'scheduler' where ${member}`, noOwner)
  })

  test('refuses an unknown time zone', async ({ masjid }) => {
    const setTimeZone = (zone: string) =>
      sql`update masjids set time_zone = ${zone} where uid = ${masjid.uid}`
    await expectRefused(setTimeZone('America/Coyote'), { code: '22023' })
    await setTimeZone('America/Detroit').execute(app.database.db)
  })

  test('refuses a deleted person with a password, and an active person without a password', async ({
    khateeb,
  }) => {
    await expectRefused(
      sql`update people set left_at = minbar_now() where email = ${khateeb.email}`,
      checkViolation,
    )
    await expectRefused(
      sql`update people set password_hash = null where email = ${khateeb.email}`,
      checkViolation,
    )
  })
})
