import { type RawBuilder, sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { rejectRequest } from '../../contract/proposals.ts'
import { startApp } from '../runtime/app.ts'
import { newKhateeb, newMasjid, type Person } from '../runtime/people.ts'
import { approveKhateeb, postSlot, requestSlot, type Slot } from '../runtime/slots.ts'

/**
 * These tests write rows by SQL, past our code, to test the constraints. Calls and races cannot test them, because rules
 * and locks refuse a bad write before it reaches a constraint.
 */
let masjid: Person
let khateeb: Person
let rival: Person
let slot: Slot
const app = await startApp()
beforeEach(async () => {
  masjid = await newMasjid(app.baseUrl)
  khateeb = await newKhateeb(app.baseUrl)
  rival = await newKhateeb(app.baseUrl)
  slot = await postSlot(masjid)
})

/** SQLSTATE codes. */
const uniqueViolation = (constraint: string) => ({ code: '23505', constraint })
const exclusionViolation = { code: '23P01', constraint: 'one_place_at_a_time' }
const checkViolation = { code: '23514' }
const foreignKeyViolation = { code: '23503' }

const write = (statement: RawBuilder<unknown>) => statement.execute(app.database.reader)

async function confirm(): Promise<void> {
  await requestSlot(khateeb, slot)
  await approveKhateeb(masjid, khateeb, slot)
}

const setEmail = (email: string) => sql`update accounts set email = ${email} where uid = ${rival.uid}`

const setTimeZone = (zone: string) => sql`update masjids set time_zone = ${zone} where uid = ${masjid.uid}`

describe('the database refuses', () => {
  test('a second khateeb on a slot', async () => {
    await confirm()
    await expect(
      write(sql`insert into assignments (slot_id, masjid_uid, khateeb_uid, starts_at)
        select slot_id, masjid_uid, ${rival.uid}, starts_at from assignments where khateeb_uid = ${khateeb.uid}`),
    ).rejects.toMatchObject(uniqueViolation('one_khateeb_a_slot'))
  })

  test.each(['13:59', '12:01'])('overlapping assignments of a khateeb, at 13:00 and %s', async (time) => {
    await confirm()
    const other = await newMasjid(app.baseUrl)
    await postSlot(other, time)
    const alsoThere = sql`insert into assignments (slot_id, masjid_uid, khateeb_uid, starts_at)
      select id, masjid_uid, ${khateeb.uid}, starts_at from slots where masjid_uid = ${other.uid}`
    await expect(write(alsoThere)).rejects.toMatchObject(exclusionViolation)
  })

  test('an assignment at another time than its slot', async () => {
    await expect(
      write(sql`insert into assignments (slot_id, masjid_uid, khateeb_uid, starts_at)
        select id, masjid_uid, ${khateeb.uid}, starts_at + interval '1 day' from slots where masjid_uid = ${masjid.uid}`),
    ).rejects.toMatchObject(foreignKeyViolation)
  })

  test.each(['invite', 'request'])(
    'a second pending proposal for a slot and khateeb (%s)',
    async (direction) => {
      await requestSlot(khateeb, slot)
      await expect(
        write(sql`insert into proposals (slot_id, masjid_uid, khateeb_uid, direction)
        select slot_id, masjid_uid, khateeb_uid, ${direction} from proposals where khateeb_uid = ${khateeb.uid}`),
      ).rejects.toMatchObject(uniqueViolation('one_pending_proposal'))
    },
  )

  test('a change of a decided proposal, or of the khateeb of a proposal', async () => {
    await requestSlot(khateeb, slot)
    await masjid.client.call(rejectRequest, { requesterId: khateeb.uid, ...slot })
    const again = (state: string) =>
      sql`update proposals set state = ${state}, decided_at = minbar_now() where khateeb_uid = ${khateeb.uid}`
    await expect(write(again('accepted'))).rejects.toMatchObject(checkViolation)
    await requestSlot(rival, slot)
    await expect(
      write(sql`update proposals set khateeb_uid = ${khateeb.uid} where khateeb_uid = ${rival.uid}`),
    ).rejects.toMatchObject(checkViolation)
    await expect(
      write(sql`update proposals set state = 'accepted' where khateeb_uid = ${rival.uid}`),
    ).rejects.toMatchObject(checkViolation)
  })

  test('two slots of a masjid at the same time', async () => {
    await expect(
      write(sql`insert into slots (masjid_uid, date, time, starts_at)
        select masjid_uid, date, time, starts_at from slots where masjid_uid = ${masjid.uid}`),
    ).rejects.toMatchObject(uniqueViolation('slots_one_per_time'))
  })

  test('a duplicate e-mail, and one that is not trimmed and lower-case', async () => {
    await expect(write(setEmail(khateeb.email))).rejects.toMatchObject(uniqueViolation('accounts_email_key'))
    await expect(write(setEmail(khateeb.email.toUpperCase()))).rejects.toMatchObject(checkViolation)
    await expect(write(setEmail(` ${khateeb.email}`))).rejects.toMatchObject(checkViolation)
  })

  test('a profile of the other role', async () => {
    await expect(
      write(sql`insert into khateebs (uid, first_name, last_name, zip_code, city, state_code, latitude, longitude, phone)
        select ${masjid.uid}, first_name, last_name, zip_code, city, state_code, latitude, longitude, phone
        from khateebs where uid = ${khateeb.uid}`),
    ).rejects.toMatchObject(foreignKeyViolation)
  })

  test('an unknown time zone', async () => {
    await expect(write(setTimeZone('America/Coyote'))).rejects.toMatchObject({ code: '22023' })
    await expect(write(setTimeZone('America/Detroit'))).resolves.toBeDefined()
  })

  test('a deleted account with a password, and an active one without', async () => {
    await expect(
      write(sql`update accounts set left_at = minbar_now() where uid = ${khateeb.uid}`),
    ).rejects.toMatchObject(checkViolation)
    await expect(
      write(sql`update accounts set password_hash = null where uid = ${khateeb.uid}`),
    ).rejects.toMatchObject(checkViolation)
  })
})
