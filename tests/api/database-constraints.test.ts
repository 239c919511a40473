import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rejectRequest } from '../../contract/proposals.ts'
import { startApp, type TestApp } from '../runtime/app.ts'
import { newKhateeb, newMasjid, type Person } from '../runtime/people.ts'
import { approveKhateeb, postSlot, requestSlot, type Slot } from '../runtime/slots.ts'

/**
 * What must hold at rest is held by the database itself, whatever our code forgets: here rows are written past it. Races
 * and calls would miss no constraint, as locks and rules keep them from ever meeting one.
 */
let app: TestApp
let masjid: Person
let khateeb: Person
let rival: Person
let slot: Slot
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  masjid = await newMasjid(app.baseUrl)
  khateeb = await newKhateeb(app.baseUrl)
  rival = await newKhateeb(app.baseUrl)
  slot = await postSlot(masjid)
})

/** The database's own names for what it refuses. */
const taken = (constraint: string) => ({ code: '23505', constraint })
const overlaps = { code: '23P01', constraint: 'one_place_at_a_time' }
const forbidden = { code: '23514' }
const refersToNothing = { code: '23503' }

const write = (statement: RawBuilder<unknown>) => statement.execute(app.database.reader)

async function confirm(): Promise<void> {
  await requestSlot(khateeb, slot)
  await approveKhateeb(masjid, khateeb, slot)
}

const becomes = (email: string) => sql`update accounts set email = ${email} where uid = ${rival.uid}`

const keeps = (zone: string) => sql`update masjids set time_zone = ${zone} where uid = ${masjid.uid}`

describe('the database refuses', () => {
  test('a second khateeb on a slot', async () => {
    await confirm()
    await expect(
      write(sql`insert into assignments (slot_id, masjid_uid, khateeb_uid, starts_at)
        select slot_id, masjid_uid, ${rival.uid}, starts_at from assignments where khateeb_uid = ${khateeb.uid}`),
    ).rejects.toMatchObject(taken('one_khateeb_a_slot'))
  })

  test.each(['13:59', '12:01'])('a khateeb who speaks at 13:00 and at %s', async (time) => {
    await confirm()
    const other = await newMasjid(app.baseUrl)
    await postSlot(other, time)
    const alsoThere = sql`insert into assignments (slot_id, masjid_uid, khateeb_uid, starts_at)
      select id, masjid_uid, ${khateeb.uid}, starts_at from slots where masjid_uid = ${other.uid}`
    await expect(write(alsoThere)).rejects.toMatchObject(overlaps)
  })

  test('an assignment at another hour than its slot’s', async () => {
    await expect(
      write(sql`insert into assignments (slot_id, masjid_uid, khateeb_uid, starts_at)
        select id, masjid_uid, ${khateeb.uid}, starts_at + interval '1 day' from slots where masjid_uid = ${masjid.uid}`),
    ).rejects.toMatchObject(refersToNothing)
  })

  test.each(['invite', 'request'])('a second pending proposal (%s)', async (direction) => {
    await requestSlot(khateeb, slot)
    await expect(
      write(sql`insert into proposals (slot_id, masjid_uid, khateeb_uid, direction)
        select slot_id, masjid_uid, khateeb_uid, ${direction} from proposals where khateeb_uid = ${khateeb.uid}`),
    ).rejects.toMatchObject(taken('one_pending_proposal'))
  })

  test('a decided proposal to be decided again, or to become somebody else’s', async () => {
    await requestSlot(khateeb, slot)
    await masjid.client.call(rejectRequest, { requesterId: khateeb.uid, ...slot })
    const again = (state: string) =>
      sql`update proposals set state = ${state}, decided_at = minbar_now() where khateeb_uid = ${khateeb.uid}`
    await expect(write(again('accepted'))).rejects.toMatchObject(forbidden)
    await requestSlot(rival, slot)
    await expect(
      write(sql`update proposals set khateeb_uid = ${khateeb.uid} where khateeb_uid = ${rival.uid}`),
    ).rejects.toMatchObject(forbidden)
    await expect(
      write(sql`update proposals set state = 'accepted' where khateeb_uid = ${rival.uid}`),
    ).rejects.toMatchObject(forbidden)
  })

  test('a second slot of a masjid at one time', async () => {
    await expect(
      write(sql`insert into slots (masjid_uid, date, time, starts_at)
        select masjid_uid, date, time, starts_at from slots where masjid_uid = ${masjid.uid}`),
    ).rejects.toMatchObject(taken('slots_one_per_time'))
  })

  test('an e-mail twice, and one that is not in the form in which e-mails are compared', async () => {
    await expect(write(becomes(khateeb.email))).rejects.toMatchObject(taken('accounts_email_key'))
    await expect(write(becomes(khateeb.email.toUpperCase()))).rejects.toMatchObject(forbidden)
    await expect(write(becomes(` ${khateeb.email}`))).rejects.toMatchObject(forbidden)
  })

  test('a profile of the other role', async () => {
    await expect(
      write(sql`insert into khateebs (uid, first_name, last_name, zip_code, city, state_code, latitude, longitude, phone)
        select ${masjid.uid}, first_name, last_name, zip_code, city, state_code, latitude, longitude, phone
        from khateebs where uid = ${khateeb.uid}`),
    ).rejects.toMatchObject(refersToNothing)
  })

  test('a time zone that it does not know', async () => {
    await expect(write(keeps('America/Coyote'))).rejects.toMatchObject({ code: '22023' })
    await expect(write(keeps('America/Detroit'))).resolves.toBeDefined()
  })

  test('an account that was left and is somebody’s yet', async () => {
    await expect(
      write(sql`update accounts set left_at = minbar_now() where uid = ${khateeb.uid}`),
    ).rejects.toMatchObject(forbidden)
    await expect(
      write(sql`update accounts set password_hash = null where uid = ${khateeb.uid}`),
    ).rejects.toMatchObject(forbidden)
  })
})
