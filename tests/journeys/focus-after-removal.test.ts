import { beforeAll, expect, test } from 'vitest'
import { savePlan } from '../../contract/plans.ts'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import { fridayAfter, postSlot } from '../runtime/slots.ts'
import { fill } from './forms.ts'
import { focusOn, hasFocus, untilFocused } from './keyboard.ts'
import { gotoUntilLive, openAs } from './pages.ts'

const site = await openSite()
let masjid: TestAccount
let khateeb: TestAccount

/** Opens a screen, and waits for its stream of live updates. By then, the page also moves the focus after a removal (`MemberEffects`). */
async function open(person: TestAccount, address: string) {
  const page = await openAs(site, person)
  await gotoUntilLive(page, address)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  return {
    page,
    pressEnterOn: async (name: string) => {
      await focusOn(button(name).first())
      await page.keyboard.press('Enter')
    },
    untilGone: (name: string) => expect.poll(() => button(name).count()).toBe(0),
    isTitleFocused: () => hasFocus(page.getByRole('heading', { level: 1 })),
  }
}

beforeAll(async () => {
  masjid = await newMasjid(site.url)
  khateeb = await newKhateeb(site.url)
})

test('clearing or requesting the selected slots moves the focus to the title of the list of open slots', async () => {
  for (let week = 0; week < 2; week++) await postSlot(masjid, '13:00', fridayAfter(week))
  const { page, pressEnterOn, isTitleFocused } = await open(khateeb, '/nearby-slots')
  await page.getByRole('checkbox').first().check()
  await pressEnterOn('Clear')
  await expect.poll(isTitleFocused).toBe(true)
  await page.getByRole('checkbox').first().check()
  await pressEnterOn('Request 1 Slot')
  await expect.poll(isTitleFocused).toBe(true)
})

test('requesting an open slot moves the focus to the nearest heading of the list', async () => {
  const zipCode = '99701'
  const posting = await newMasjid(site.url, { zipCode })
  await postSlot(posting)
  await postSlot(posting, '13:00', fridayAfter(1))
  const requesting = await newKhateeb(site.url, { zipCode })
  const { page, pressEnterOn } = await open(requesting, '/nearby-slots')
  await pressEnterOn('Request to Lead')
  await untilFocused(page.getByRole('heading', { level: 2 }))
  const request = page.getByRole('button', { name: 'Request to Lead' })
  expect(await request.count()).toBe(1)
  // The button ignores presses for a moment, because its row has moved.
  await expect.poll(() => request.getAttribute('aria-busy')).toBe(null)
  await pressEnterOn('Request to Lead')
  await untilFocused(page.getByRole('heading', { name: 'No open slots at this distance.' }))
})

test('discarding changes of the availability moves the focus to the title of the screen', async () => {
  const { page, pressEnterOn, untilGone, isTitleFocused } = await open(khateeb, '/availability')
  await page.getByRole('checkbox').first().press('Space')
  await pressEnterOn('Discard Changes')
  await untilGone('Discard Changes')
  await expect.poll(isTitleFocused).toBe(true)
})

test('discarding changes of the weekly plan moves the focus to the title of the screen', async () => {
  const services = [{ key: 1, time: '13:15', minutesAfterDhuhr: null, season: null, language: null }]
  await masjid.client.call(savePlan, { masjidUid: 'me', services, closures: [], weeksAhead: 2 })
  const { pressEnterOn, untilGone, isTitleFocused } = await open(masjid, '/plan')
  await pressEnterOn('Add a Service')
  await pressEnterOn('Discard Changes')
  await untilGone('Discard Changes')
  await expect.poll(isTitleFocused).toBe(true)
})

test('discarding restored changes of the profile moves the focus to the title of the screen', async () => {
  const { page, pressEnterOn, untilGone, isTitleFocused } = await open(khateeb, '/about-me')
  await fill(page, { Bio: 'Half a sentence' })
  await gotoUntilLive(page, '/about-me')
  await pressEnterOn('Discard Changes')
  await untilGone('Discard Changes')
  await expect.poll(isTitleFocused).toBe(true)
})

test('showing all of a masjid’s khateebs moves the focus to the title of the screen', async () => {
  const { page, pressEnterOn, isTitleFocused } = await open(masjid, `/our-khateebs?khateeb=${khateeb.uid}`)
  await pressEnterOn('Show All of Our Khateebs')
  await page.getByRole('searchbox').waitFor()
  await expect.poll(isTitleFocused).toBe(true)
})
