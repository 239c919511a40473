import { expect, test } from 'vitest'
import { addKhutbah, maxUpcomingSlots, maxWeeksToPost } from '../../contract/khutbahs.ts'
import { insertUpcomingSlots } from '../../tests/api/insert-slot.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { listSlots } from '../../tests/runtime/list-slots.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../../tests/runtime/people.ts'
import { invalidInput } from '../../tests/runtime/refusals.ts'
import { confirmKhateeb, friday, fridayAfter, postSlot, slotSeenBy } from '../../tests/runtime/slots.ts'

const app = await startApp()

const post = (masjid: TestAccount, weeks: number, times = ['12:15', '13:15'], date = friday) =>
  masjid.client.call(addKhutbah, { masjidUid: 'me', date, times, weeks })

test('one call posts the times of a date for several weeks', async () => {
  const masjid = await newMasjid(app.baseUrl)
  const { added, existing, slots } = await post(masjid, 3)
  expect({ added, existing }).toEqual({ added: ['12:15', '13:15'], existing: [] })
  const expected = [friday, fridayAfter(1), fridayAfter(2)].flatMap((date) => [
    `${date} 12:15`,
    `${date} 13:15`,
  ])
  expect(await listSlots(app.database, masjid)).toEqual(expected)
  expect(slots.map((it) => `${it.date} ${it.time}`)).toEqual(expected)
  expect(slots.every((it) => it.isNew)).toBe(true)
})

test('a slot that was posted before keeps its khateeb when its week is posted again, and is returned as not new', async () => {
  const masjid = await newMasjid(app.baseUrl)
  const khateeb = await newKhateeb(app.baseUrl)
  const slot = await postSlot(masjid, '13:15', fridayAfter(1))
  await confirmKhateeb(masjid, khateeb, slot)
  const { added, existing, slots } = await post(masjid, 2)
  expect({ added, existing }).toEqual({ added: ['12:15', '13:15'], existing: ['13:15'] })
  expect(slots.filter((it) => !it.isNew)).toMatchObject([{ date: fridayAfter(1), time: '13:15' }])
  expect(await slotSeenBy(masjid, slot)).toMatchObject({ khateebUid: khateeb.uid })
  // By now, all slots exist.
  expect(await post(masjid, 2)).toMatchObject({ added: [], by: { event: 'slot_posted', isCaller: true } })
})

test('posting several weeks posts no slot if one date would have more than 24 slots', async () => {
  const masjid = await newMasjid(app.baseUrl)
  const full = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
  await post(masjid, 1, full, fridayAfter(2))
  await expect(post(masjid, 3)).rejects.toMatchObject(invalidInput({ times: expect.any(String) }))
  expect(await listSlots(app.database, masjid)).toHaveLength(24)
})

test.each([0, maxWeeksToPost + 1, -1, 1.5])(
  'posting a khutbah for %j weeks is refused (400)',
  async (weeks) => {
    const masjid = await newMasjid(app.baseUrl)
    await expect(post(masjid, weeks)).rejects.toMatchObject(invalidInput({ weeks: expect.any(String) }))
    expect(await listSlots(app.database, masjid)).toEqual([])
  },
)

test('posting several weeks posts no slot if the last date is more than two years ahead', async () => {
  await app.setNow('2026-12-01T12:00:00Z')
  const masjid = await newMasjid(app.baseUrl)
  await expect(post(masjid, 2, ['13:00'], '2028-11-24')).resolves.toBeDefined()
  const posted = await listSlots(app.database, masjid)
  await expect(post(masjid, 3, ['15:00'], '2028-11-24')).rejects.toMatchObject({
    status: 400,
    fields: { weeks: 'The last of these dates is more than two years ahead.' },
  })
  expect(await listSlots(app.database, masjid)).toEqual(posted)
  await app.setNow(null)
})

test('posting several weeks posts no slot if the masjid would have more than 1,000 upcoming slots', async () => {
  const masjid = await newMasjid(app.baseUrl)
  await insertUpcomingSlots(app.database, masjid.uid, { count: maxUpcomingSlots - 3, now: friday })
  await expect(post(masjid, 2)).rejects.toMatchObject(
    invalidInput({ times: 'A masjid may have at most 1000 upcoming slots.' }),
  )
  expect(await post(masjid, 1, ['12:15', '13:15', '14:15'])).toMatchObject({ added: { length: 3 } })
  // A repeated call adds no slot, so it still succeeds.
  expect(await post(masjid, 1)).toMatchObject({ added: [] })
  await expect(post(masjid, 1, ['15:15'])).rejects.toMatchObject({ status: 400 })
  expect(await listSlots(app.database, masjid)).toHaveLength(maxUpcomingSlots)
})
