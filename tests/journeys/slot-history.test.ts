import { expect, test } from 'vitest'
import { approveRequest, requestToLead, withdrawKhateeb } from '../../contract/proposals.ts'
import { openSite, signInOn } from '../runtime/browser.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { postSlot } from '../runtime/slots.ts'

const site = await openSite()

test('the slot history lists who did what with the masjid’s slots, paged and newest first', async () => {
  const page = await site.open()
  const [masjid, khateeb] = [await newMasjid(site.url), await newKhateeb(site.url)]
  await signInOn(page, masjid)
  await page.goto('/slot-history')
  await page.getByText('Nothing has happened yet.').waitFor()

  for (let hour = 0; hour < 18; hour += 1) await postSlot(masjid, `${String(hour).padStart(2, '0')}:00`)
  const slot = await postSlot(masjid, '20:30')
  await khateeb.client.call(requestToLead, { khateebId: 'me', ...slot })
  await masjid.client.call(approveRequest, { requesterId: khateeb.uid, ...slot })
  await khateeb.client.call(withdrawKhateeb, { khateebUid: 'me', reason: 'I am ill.', ...slot })

  await page.goto('/archived-khutbahs')
  await page.getByRole('link', { name: 'Slot History' }).click()
  const rows = page.getByRole('list', { name: 'Slot History' }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(20)
  const entries = await rows.allInnerTexts()
  expect(entries[0]).toContain(`${khateeb.name} withdrew`)
  expect(entries[1]).toContain(`The request of ${khateeb.name} was approved and they are confirmed`)
  expect(entries[1]).toContain(masjid.name)
  expect(entries[2]).toContain(`${khateeb.name} asked to lead`)
  // The khateeb's own actions name the khateeb once.
  expect(entries.slice(0, 3).map((it) => it.split(khateeb.name).length - 1)).toEqual([1, 1, 1])
  expect(entries[3]).toContain('Posted')
  expect(entries[3]).toContain('8:30 PM')
  expect(entries[3]).toMatch(/[A-Z][a-z]+ \d+, \d{4} at \d+:\d\d [AP]M/)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => rows.count()).toBe(22)
})
