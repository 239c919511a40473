import { expect, test } from 'vitest'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { fridayAfter, postSlot, requestSlot } from '../runtime/slots.ts'
import { holdRequests } from './hold-requests.ts'
import { advanceAndPauseClock, gotoUntilLive, gotoUntilQuiet, openAs } from './pages.ts'

const site = await openSite()

test('the second press of a double click does not reject the next request, which has moved under the pointer', async () => {
  const masjid = await newMasjid(site.url)
  for (const week of [0, 1])
    await requestSlot(await newKhateeb(site.url), await postSlot(masjid, '13:00', fridayAfter(week)))
  const page = await openAs(site, masjid)
  await gotoUntilLive(page, '/masjid-landing')
  const reject = page.getByRole('button', { name: 'Reject' })
  await reject.first().hover()
  await page.mouse.down()
  await page.mouse.up()
  await expect.poll(() => reject.count()).toBe(1)

  const held = await holdRequests(page, '**/reject_request_full')
  const isPointedAt = () => reject.evaluate((it) => it.matches(':hover'))
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  expect(await isPointedAt()).toBe(true)
  await expect.poll(() => reject.getAttribute('aria-busy')).toBe(null)
  expect(held.count()).toBe(0)

  await page.mouse.down()
  await page.mouse.up()
  await expect.poll(held.count).toBe(1)
  held.release()
  await expect.poll(() => reject.count()).toBe(0)
})

test('a request that moves up after an answer ignores presses for 0.4 s', async () => {
  const masjid = await newMasjid(site.url)
  for (const week of [0, 1])
    await requestSlot(await newKhateeb(site.url), await postSlot(masjid, '13:00', fridayAfter(week)))
  const page = await openAs(site, masjid)
  await page.clock.install()
  await gotoUntilQuiet(page, '/masjid-landing')
  const reject = page.getByRole('button', { name: 'Reject' })
  await advanceAndPauseClock(page)
  await reject.first().click()
  await expect.poll(() => reject.count()).toBe(1)
  expect(await reject.getAttribute('aria-busy')).toBe('true')
  await page.clock.runFor(400)
  await expect.poll(() => reject.getAttribute('aria-busy')).toBe(null)
  await reject.click()
  await expect.poll(() => reject.count()).toBe(0)
})
