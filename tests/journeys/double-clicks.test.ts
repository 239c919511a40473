import { expect, test } from 'vitest'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import {
  friday,
  fridayAfter,
  inviteKhateeb,
  postSlot,
  removeKhateebFrom,
  requestSlot,
  slotSeenBy,
} from '../runtime/slots.ts'
import { holdRequests } from './hold-requests.ts'
import { hasFocus } from './keyboard.ts'
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

test('a request that moves up because the request above it was answered ignores presses for 0.4 s', async () => {
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

test.each([
  ['Approve', 'Reject', '**/approve_request_full'],
  ['Reject', 'Approve', '**/reject_request_full'],
])(
  'while %s runs, %s is disabled and keeps the focus, on the dashboard, in the slot panel and on the khateeb’s details',
  async (pressed, other, address) => {
    const masjid = await newMasjid(site.url)
    const khateeb = await newKhateeb(site.url)
    const slot = await postSlot(masjid)
    const page = await openAs(site, masjid)
    const { slotId } = await slotSeenBy(masjid, slot)
    for (const screen of [
      '/masjid-landing',
      `/masjid-landing?slot=${slotId}`,
      `/khateeb-details/${khateeb.uid}?slot=${slotId}`,
    ]) {
      await requestSlot(khateeb, slot)
      await page.goto(screen)
      const parts =
        screen.includes('?slot=') && screen.startsWith('/masjid') ? page.getByRole('dialog') : page
      const button = (name: string) => parts.getByRole('button', { name, exact: true })
      const held = await holdRequests(page, address)
      await button(pressed).click()
      await expect.poll(held.count).toBe(1)
      await button(other).focus()
      await expect.poll(() => button(other).getAttribute('aria-disabled')).toBe('true')
      expect([screen, await hasFocus(button(other))]).toEqual([screen, true])
      held.release()
      await expect.poll(() => button(other).count()).toBe(0)
      await page.unrouteAll()
      if (pressed === 'Approve') await removeKhateebFrom(masjid, slot)
    }
  },
)

test('while a khateeb accepts an invite on the khutbah’s screen, Reject is disabled', async () => {
  const masjid = await newMasjid(site.url)
  const khateeb = await newKhateeb(site.url)
  await inviteKhateeb(masjid, khateeb, await postSlot(masjid))
  const page = await openAs(site, khateeb, `/khutbah/${friday}?masjid=${masjid.uid}`)
  const held = await holdRequests(page, '**/accept_invite')
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect.poll(held.count).toBe(1)
  const reject = page.getByRole('button', { name: 'Reject' })
  await expect.poll(() => reject.getAttribute('aria-disabled')).toBe('true')
  expect(await reject.getAttribute('aria-busy')).toBe(null)
  held.release()
  await expect.poll(() => reject.count()).toBe(0)
})
