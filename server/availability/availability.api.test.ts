import { beforeEach, describe, expect, test } from 'vitest'
import { getAvailability, updateAvailability } from '../../contract/availability.ts'
import type { RawInputOf } from '../../contract/endpoint.ts'
import { deleteAccount, exportData } from '../../contract/identity.ts'
import { acceptInvite } from '../../contract/proposals.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { newKhateeb, newMasjid, password, type TestAccount } from '../../tests/runtime/people.ts'
import {
  confirmKhateeb,
  friday,
  fridayAfter,
  inviteKhateeb,
  postSlot,
  requestSlot,
  type Slot,
} from '../../tests/runtime/slots.ts'
import { deletePastAwayDates } from './delete-past-dates.ts'

let masjid: TestAccount
let khateeb: TestAccount
let slot: Slot
const app = await startApp()
beforeEach(async () => {
  masjid = await newMasjid(app.baseUrl)
  khateeb = await newKhateeb(app.baseUrl)
  slot = await postSlot(masjid)
})

const set = (settings: Omit<RawInputOf<typeof updateAvailability>, 'uid'>) =>
  khateeb.client.call(updateAvailability, { uid: 'me', ...settings })
const read = () => khateeb.client.call(getAvailability, { uid: 'me' })

describe('a khateeb’s availability', () => {
  test('has no limits until he sets some', async () => {
    expect(await read()).toMatchObject({
      awayDates: [],
      maxAMonth: null,
      maxMiles: null,
      weeksBetween: null,
      languages: [],
      shortNotice: false,
      khutbahDates: [],
    })
  })

  test('keeps the settings that a change does not contain', async () => {
    await set({ maxAMonth: 2, languages: ['en', 'ar', 'en'], awayDates: [fridayAfter(1), friday, friday] })
    await set({ maxMiles: 40 })
    const kept = { maxAMonth: 2, maxMiles: 40, languages: ['ar', 'en'], awayDates: [friday, fridayAfter(1)] }
    expect(await read()).toMatchObject(kept)
    await set({ awayDates: [] })
    expect(await read()).toMatchObject({ ...kept, awayDates: [] })
    expect(await set({ maxAMonth: null })).toMatchObject({ maxAMonth: null, maxMiles: 40 })
  })

  test('ignores past dates away, and refuses a date away more than two years ahead', async () => {
    const { today, lastDate } = await set({ awayDates: ['2020-01-03', friday] })
    expect((await read()).awayDates).toEqual([friday])
    await set({ awayDates: [today, lastDate] })
    await expect(set({ awayDates: ['2199-01-01'] })).rejects.toMatchObject({
      status: 400,
      fieldErrors: { awayDates: [{ code: 'date_too_far' }] },
    })
    expect((await read()).awayDates).toEqual([today, lastDate])
  })

  test('has at most 366 dates away, and refuses limits that are too low or too high', async () => {
    const tooMany = Array(367).fill(friday)
    await expect(set({ awayDates: tooMany })).rejects.toMatchObject({
      fieldErrors: { awayDates: [{ code: 'dates_too_many', params: { limit: 366 } }] },
    })
    await expect(set({ maxMiles: 0, maxAMonth: 32, weeksBetween: 53 })).rejects.toMatchObject({
      fieldErrors: {
        maxMiles: [{ code: 'number_not_valid' }],
        maxAMonth: [{ code: 'number_not_valid' }],
        weeksBetween: [{ code: 'number_not_valid' }],
      },
    })
  })

  test('lists a date with two confirmed slots only once', async () => {
    const second = await postSlot(masjid, '14:30')
    await confirmKhateeb(masjid, khateeb, slot)
    await confirmKhateeb(masjid, khateeb, second)
    expect((await read()).khutbahDates).toEqual([friday])
  })

  test('is exported, and is deleted with the account', async () => {
    expect((await khateeb.client.call(exportData, {})).availability).toBeNull()
    await set({ awayDates: [friday], weeksBetween: 4, languages: ['ur'] })
    expect((await khateeb.client.call(exportData, {})).availability).toEqual({
      awayDates: [friday],
      maxAMonth: null,
      maxMiles: null,
      weeksBetween: 4,
      languages: ['ur'],
      shortNotice: false,
    })
    await khateeb.client.call(deleteAccount, { password })
    for (const table of ['availability', 'away_dates'] as const) {
      const rows = app.database.db.selectFrom(table).where('khateeb_uid', '=', khateeb.uid)
      expect(await rows.selectAll().execute()).toEqual([])
    }
  })
})

describe('an invite to a khateeb with limits', () => {
  test('for a date on which he is away is refused, and the error names the rule `away`', async () => {
    await set({ awayDates: [friday] })
    await expect(inviteKhateeb(masjid, khateeb, slot)).rejects.toMatchObject({
      status: 409,
      code: 'khateeb_unavailable',
      rule: 'away',
      message: 'The khateeb is away on that date.',
    })
    const later = await postSlot(masjid, '13:00', fridayAfter(1))
    expect(await inviteKhateeb(masjid, khateeb, later)).toMatchObject({ changed: true })
  })

  test('from a masjid beyond his maximum distance is refused, and the error names the rule `too_far`', async () => {
    const lansing = await newMasjid(app.baseUrl, { zipCode: '48901' })
    const there = await postSlot(lansing)
    await set({ maxMiles: 40 })
    await expect(inviteKhateeb(lansing, khateeb, there)).rejects.toMatchObject({
      status: 409,
      code: 'khateeb_unavailable',
      rule: 'too_far',
    })
    await set({ maxMiles: 100 })
    expect(await inviteKhateeb(lansing, khateeb, there)).toMatchObject({ changed: true })
  })

  test('that breaks his monthly maximum or his minimum gap is sent anyway', async () => {
    await confirmKhateeb(masjid, khateeb, slot)
    await set({ maxAMonth: 1, weeksBetween: 10, shortNotice: false })
    const next = await postSlot(masjid, '13:00', fridayAfter(1))
    expect(await inviteKhateeb(masjid, khateeb, next)).toMatchObject({ changed: true })
  })

  test('stays pending after he marks its date as away, and can still be accepted', async () => {
    await inviteKhateeb(masjid, khateeb, slot)
    await set({ awayDates: [friday], maxMiles: 1 })
    expect(await inviteKhateeb(masjid, khateeb, slot)).toMatchObject({ changed: false, state: 'pending' })
    const result = await khateeb.client.call(acceptInvite, { khateebUid: 'me', ...slot })
    expect(result).toMatchObject({ state: 'accepted' })
  })
})

test('a khateeb can request a slot beyond his own limits', async () => {
  const lansing = await newMasjid(app.baseUrl, { zipCode: '48901' })
  const there = await postSlot(lansing)
  await set({ awayDates: [friday], maxMiles: 1, maxAMonth: 1 })
  expect(await requestSlot(khateeb, there)).toMatchObject({ changed: true })
})

// This test must be the last, because it moves the clock.
test('a khateeb’s dates away are deleted once they are past', async () => {
  await set({ awayDates: [friday, fridayAfter(1)] })
  await app.setNow(`${friday}T23:00:00Z`)
  await deletePastAwayDates(app.database)
  const left = app.database.db.selectFrom('away_dates').where('khateeb_uid', '=', khateeb.uid)
  expect(await left.orderBy('date').select('date').execute()).toEqual([
    { date: friday },
    { date: fridayAfter(1) },
  ])
  await app.setNow(`${fridayAfter(1)}T09:00:00Z`)
  await deletePastAwayDates(app.database)
  expect(await left.select('date').execute()).toEqual([{ date: fridayAfter(1) }])
})
