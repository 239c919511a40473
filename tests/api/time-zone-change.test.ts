import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { CallFailed } from '../../contract/client.ts'
import { deleteAccount } from '../../contract/identity.ts'
import { addKhutbah, getMyKhutbahs } from '../../contract/khutbahs.ts'
import { getArchivedKhutbahs, getMasjid, getUser, updateMasjid } from '../../contract/own-records.ts'
import { addDays } from '../../domain/khutbahs/wall-clock.ts'
import { newMasjid, password, type TestAccount } from '../runtime/people.ts'
import { invalidInput } from '../runtime/refusals.ts'
import { withPermanentSession } from '../runtime/session.ts'
import { confirmKhateeb, postSlot, requestSlot, type Slot, slotSeenBy } from '../runtime/slots.ts'
import { fingerprintByTable } from './database-snapshot.ts'
import { startFixture } from './fixture.ts'

const fixture = await startFixture()
const { masjid, otherMasjid, khateeb, otherKhateeb } = fixture

const friday = '2027-07-02'

let day = 0

beforeEach(async () => {
  // Each test runs on a different day, because a masjid may move only five times a day.
  day += 1
  await fixture.setNow(`2027-06-${String(day).padStart(2, '0')}T12:00:00Z`)
  await fixture.database.db.deleteFrom('slots').execute()
  for (const { client } of [masjid, otherMasjid]) {
    await client.call(updateMasjid, { uid: 'me', zipCode: '48126', timeZone: 'America/Detroit' })
  }
})

/** A ZIP in each time zone that a test moves the masjid to. */
const zipIn = {
  'America/New_York': '10001',
  'America/Chicago': '60601',
  'America/Denver': '80202',
  'America/Phoenix': '85004',
  'America/Los_Angeles': '90001',
  'Pacific/Honolulu': '96813',
  'Pacific/Guam': '96910',
  'Pacific/Pago_Pago': '96799',
} as const

function moveTo(timeZone: keyof typeof zipIn) {
  return masjid.client.call(updateMasjid, { uid: 'me', zipCode: zipIn[timeZone] })
}

async function confirm(who: TestAccount, at: TestAccount, time: string, date = friday): Promise<Slot> {
  const slot = await postSlot(at, time, date)
  await confirmKhateeb(at, who, slot)
  return slot
}

function postMidnight(date: string) {
  return masjid.client.call(addKhutbah, { masjidUid: 'me', date, times: ['00:00'] })
}

const confirmedStarts = async () =>
  (await khateeb.client.call(getMyKhutbahs, { khateebUid: 'me' })).map(
    (it) => `${it.time.time} ${it.startsAt}`,
  )

describe('a change of time zone', () => {
  test('keeps local times and moves the instants of slots, assignments and proposals', async () => {
    await confirm(khateeb, masjid, '13:30')
    const asked = await postSlot(masjid, '15:00', '2027-07-09')
    await requestSlot(otherKhateeb, asked)
    expect(await confirmedStarts()).toEqual(['13:30 2027-07-02T17:30:00.000Z'])

    const { timeZone, khutbahs } = await moveTo('America/Los_Angeles')
    expect(timeZone).toBe('America/Los_Angeles')
    expect(khutbahs[0]?.times.map((it) => [it.time.time, it.startsAt])).toEqual([
      ['13:30', '2027-07-02T20:30:00.000Z'],
    ])
    expect(await confirmedStarts()).toEqual(['13:30 2027-07-02T20:30:00.000Z'])
    const { sentRequests } = await otherKhateeb.client.call(getUser, { uid: 'me' })
    expect(sentRequests).toMatchObject([{ khutbahTime: '15:00', startsAt: '2027-07-09T22:00:00.000Z' }])
  })

  test('does not move past slots', async () => {
    await confirm(khateeb, masjid, '13:30')
    await fixture.setNow('2027-07-02T17:30:00.001Z')
    const archive = () => masjid.client.call(getArchivedKhutbahs, { uid: 'me' })
    const before = await archive()
    expect(before).toMatchObject([{ times: [{ startsAt: '2027-07-02T17:30:00.000Z' }] }])
    await moveTo('Pacific/Honolulu')
    expect(await archive()).toEqual(before)
  })

  test('leads to the zone of a new ZIP, unless the call contains another zone', async () => {
    await postSlot(masjid, '13:30', friday)
    const phoenix = await masjid.client.call(updateMasjid, { uid: 'me', zipCode: '85004' })
    expect(phoenix).toMatchObject({ timeZone: 'America/Phoenix', city: 'Phoenix' })
    expect(phoenix.khutbahs[0]?.times[0]?.startsAt).toBe('2027-07-02T20:30:00.000Z')
    const own = await masjid.client.call(updateMasjid, {
      uid: 'me',
      zipCode: '79901',
      timeZone: 'America/Chicago',
    })
    expect(own).toMatchObject({ timeZone: 'America/Chicago', city: 'El Paso' })
    expect(own.khutbahs[0]?.times[0]?.startsAt).toBe('2027-07-02T18:30:00.000Z')
  })

  test('is not made when the masjid sends its unchanged ZIP', async () => {
    await masjid.client.call(updateMasjid, { uid: 'me', timeZone: 'America/Menominee' })
    const { zipCode } = await masjid.client.call(getMasjid, { uid: 'me' })
    const after = await masjid.client.call(updateMasjid, { uid: 'me', zipCode })
    expect(after.timeZone).toBe('America/Menominee')
  })

  test('keeps assignments of one khateeb that are an hour apart', async () => {
    await confirm(khateeb, masjid, '13:00')
    await confirm(khateeb, masjid, '14:00')
    await confirm(khateeb, masjid, '15:00')
    for (const [zone, hour] of [
      ['America/Chicago', 18],
      ['America/New_York', 17],
      ['Pacific/Guam', 3],
      ['Pacific/Pago_Pago', 24],
    ] as const) {
      await moveTo(zone)
      const hours = (await confirmedStarts()).map(
        (it) => Date.parse(it.slice(6)) - Date.parse(`${friday}T00:00Z`),
      )
      expect(hours.map((it) => it / 3_600_000)).toEqual([hour, hour + 1, hour + 2])
    }
  })

  test('is refused if assignments would overlap, and the error shows their khateebs and slots', async () => {
    await confirm(khateeb, otherMasjid, '14:59')
    await confirm(otherKhateeb, otherMasjid, '15:30')
    await confirm(khateeb, masjid, '13:00')
    await confirm(otherKhateeb, masjid, '14:00')
    await postSlot(masjid, '18:00', friday)
    const before = await fingerprintByTable(fixture.database)
    const sentence =
      `In the new time zone, ${khateeb.name} would have to be in two places at once on ${friday} at 13:00. ` +
      `In the new time zone, ${otherKhateeb.name} would have to be in two places at once on ${friday} at 14:00.`
    const refused = { status: 409, code: 'zone_overlap', message: sentence }
    await expect(moveTo('America/Denver')).rejects.toMatchObject({
      ...refused,
      fields: { zipCode: sentence },
    })
    const withZone = { uid: 'me', zipCode: '80202', timeZone: 'America/Denver' }
    const change = masjid.client.call(updateMasjid, withZone)
    await expect(change).rejects.toMatchObject({ ...refused, fields: { timeZone: sentence } })
    expect(await fingerprintByTable(fixture.database)).toEqual(before)
  })

  test('that is refused shows four of the overlapping slots, and counts the other slots', async () => {
    for (const week of [0, 1, 2, 3, 4, 5]) {
      const date = addDays(friday, 7 * week)
      await confirm(khateeb, otherMasjid, '15:00', date)
      await confirm(khateeb, masjid, '13:00', date)
    }
    await expect(moveTo('America/Denver')).rejects.toThrow(
      /(on 2027-07-\d\d at 13:00\. [^]*){4}The same happens at 2 more of your khutbahs\.$/u,
    )
  })

  test('is accepted if two khutbahs of a khateeb are then exactly an hour apart', async () => {
    await confirm(khateeb, otherMasjid, '15:00')
    await confirm(khateeb, masjid, '13:00')
    await moveTo('America/Chicago')
    expect(await confirmedStarts()).toEqual([
      '13:00 2027-07-02T18:00:00.000Z',
      '15:00 2027-07-02T19:00:00.000Z',
    ])
  })

  test('is refused if the clocks of the new zone skip the time of a slot', async () => {
    await moveTo('America/Phoenix')
    await fixture.setNow('2027-03-01T12:00:00Z')
    const slot = await postSlot(masjid, '02:30', '2027-03-14')
    await expect(moveTo('America/Denver')).rejects.toMatchObject(
      invalidInput({ zipCode: expect.stringContaining('02:30') }),
    )
    expect(await slotSeenBy(masjid, slot)).toMatchObject({ startsAt: '2027-03-14T09:30:00.000Z' })
    expect(await masjid.client.call(getMasjid, { uid: 'me' })).toMatchObject({ timeZone: 'America/Phoenix' })
  })

  test('moves 8,000 slots, and the account can still be deleted with them', async () => {
    const many = await withPermanentSession(fixture, await newMasjid(fixture.baseUrl))
    const { db } = fixture.database
    await sql`insert into slots (masjid_uid, date, time, starts_at)
      select ${many.uid}, day, '13:00', (day + time '13:00') at time zone 'America/Detroit'
      from generate_series(timestamp '2028-01-01', timestamp '2050-01-01', '1 day') as day`.execute(db)
    const change = () => many.client.call(updateMasjid, { uid: 'me', timeZone: 'America/Menominee' })
    // Retry, because on a busy machine, the server may refuse the change at its statement timeout.
    const outcome = () =>
      change().then(
        () => 'changed',
        (error: unknown) => (error instanceof CallFailed ? error.code : error),
      )
    await expect.poll(outcome, { timeout: 60_000 }).toBe('changed')
    const { rows } = await sql`select from slots
      where masjid_uid = ${many.uid} and (starts_at at time zone 'America/Chicago')::time <> '13:00'`.execute(
      db,
    )
    expect(rows).toEqual([])
    expect(await many.client.call(deleteAccount, { password })).toEqual({})
  })

  test('applies to slots that are posted later', async () => {
    await moveTo('Pacific/Guam')
    await fixture.setNow('2027-06-01T14:00:00Z')
    expect(await postMidnight('2027-06-02')).toMatchObject({ added: ['00:00'], existing: [] })
    await fixture.setNow('2027-06-01T14:00:00.001Z')
    await expect(postMidnight('2027-06-02')).rejects.toMatchObject({ status: 400 })
  })
})
