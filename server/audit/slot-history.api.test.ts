import { expect, test } from 'vitest'
import { getSlotHistory } from '../../contract/audit.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { newKhateeb, newMasjid } from '../../tests/runtime/people.ts'
import { withPermanentSession } from '../../tests/runtime/session.ts'
import { approveKhateeb, friday, fridayAfter, postSlot, requestSlot } from '../../tests/runtime/slots.ts'

const app = await startApp()

test('the slot history lists who did what and when, newest first, with pages and a date filter', async () => {
  const masjid = await newMasjid(app.baseUrl)
  const khateeb = await newKhateeb(app.baseUrl)
  const slot = await postSlot(masjid)
  await app.setNow('2026-08-07T02:00:00Z')
  const here = await withPermanentSession(app, masjid)
  await postSlot(here, '14:15', fridayAfter(1))
  const there = await withPermanentSession(app, khateeb)
  await requestSlot(there, slot)
  await approveKhateeb(here, khateeb, slot)
  await app.setNow(null)
  const history = await masjid.client.call(getSlotHistory, { uid: 'me', date: friday })
  const confirmed = { uid: khateeb.uid, name: khateeb.name }
  const named = { khutbahDate: friday, khutbahTime: '13:00' }
  expect(history).toMatchObject([
    {
      ...named,
      at: '2026-08-07T02:00:00.000Z',
      wallClock: { date: '2026-08-06', time: '22:00' },
      event: 'request_accepted',
      by: { role: 'masjid', name: masjid.name },
      khateeb: confirmed,
    },
    { event: 'request_sent', by: { role: 'khateeb', name: khateeb.name }, khateeb: confirmed },
    { event: 'slot_posted', by: { role: 'masjid', name: masjid.name }, khateeb: null },
  ])
  const first = await masjid.client.page(getSlotHistory, { uid: 'me', limit: '3' })
  const cursor = first.nextCursor ?? ''
  const second = await masjid.client.page(getSlotHistory, { uid: 'me', limit: '3', cursor })
  const dates = [...first.items, ...second.items].map((it) => it.khutbahDate)
  expect(dates).toEqual([friday, friday, fridayAfter(1), friday])
  expect(second.nextCursor).toBeNull()
})

test("the slot history omits other masjids' slots", async () => {
  await postSlot(await newMasjid(app.baseUrl))
  const other = await newMasjid(app.baseUrl)
  expect(await other.client.call(getSlotHistory, { uid: 'me' })).toEqual([])
})
