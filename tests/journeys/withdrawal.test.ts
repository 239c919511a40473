import { expect, test } from 'vitest'
import { deleteAccount } from '../../contract/identity.ts'
import { openSite } from '../runtime/browser.ts'
import { dayAndDate } from '../runtime/format-dates.ts'
import { newKhateeb, newMasjid, password } from '../runtime/people.ts'
import {
  acceptInviteTo,
  confirmKhateeb,
  friday,
  postSlot,
  requestSlot,
  withdrawFrom,
} from '../runtime/slots.ts'
import { openAs } from './pages.ts'
import { readAndCloseToast, row } from './sections.ts'

const site = await openSite()

test('a slot that lost its khateeb comes first on the masjid’s dashboard, and the masjid can find another khateeb from there', async () => {
  const masjid = await newMasjid(site.url, { zipCode: '59101' })
  const khateeb = await newKhateeb(site.url, { zipCode: '59101' })
  const rival = await newKhateeb(site.url, { zipCode: '59101', firstName: 'Bilal' })
  const slot = await postSlot(masjid, '13:30')
  await confirmKhateeb(masjid, khateeb, slot)
  await withdrawFrom(khateeb, slot, 'I am ill.\nForgive me.')

  const page = await openAs(site, masjid, '/masjid-landing')
  const first = page.getByRole('main').getByRole('region').first()
  await first.getByText(`${dayAndDate(friday)} at 1:30 PM needs a khateeb`).waitFor()
  await first.getByText(`${khateeb.name} withdrew on`).waitFor()
  expect(await first.getByText('I am ill.').innerText()).toBe('I am ill.\nForgive me.')

  await page.getByRole('link', { name: '1 slot needs a khateeb again' }).waitFor()
  expect(await page.getByText('You’re all caught up.').count()).toBe(0)
  await first.getByRole('button', { name: 'Find a Khateeb' }).click()
  await page.getByRole('checkbox', { name: rival.name }).click()
  await page.getByRole('button', { name: 'Invite 1 Khateeb' }).click()
  expect(await readAndCloseToast(page)).toContain(`Invite sent to ${rival.name}`)

  await page.goto('/slot-history')
  await page.getByRole('listitem').filter({ hasText: 'withdrew' }).getByText('I am ill.').waitFor()

  await acceptInviteTo(rival, slot)
  await page.goto('/masjid-landing')
  await row(page, 'Upcoming Khutbahs', '1:30 PM').getByText('Confirmed').waitFor()
  expect(await page.getByText('needs a khateeb').count()).toBe(0)
  await page.getByText('You’re all caught up.').waitFor()
})

test('a masjid reads that the khateeb of a slot has left Minbar, not that he withdrew', async () => {
  const masjid = await newMasjid(site.url, { zipCode: '59101' })
  const khateeb = await newKhateeb(site.url, { zipCode: '59101' })
  const slot = await postSlot(masjid, '13:30')
  await confirmKhateeb(masjid, khateeb, slot)
  await khateeb.client.call(deleteAccount, { password })
  const page = await openAs(site, masjid, '/masjid-landing')
  const card = page.getByRole('region', { name: 'Needs a Khateeb' })
  await card.getByText('The khateeb of this slot has left Minbar.').waitFor()
  await card.getByRole('button', { name: 'Find a Khateeb' }).click()
  await page.getByRole('dialog').getByText('The khateeb of this slot has left Minbar.').waitFor()
  expect(await page.getByText(/withdrew/iu).count()).toBe(0)
})

test('the dashboard says “You’re all caught up” only if no slot of this week is open', async () => {
  await site.setNow('2026-06-04T20:00:00Z')
  const masjid = await newMasjid(site.url, { zipCode: '58501' })
  await postSlot(masjid, '13:30', '2026-06-05')
  const page = await openAs(site, masjid, '/masjid-landing')
  const link = page.getByRole('link', { name: '1 slot this week still needs a khateeb' })
  await link.waitFor()
  expect(await page.getByText('You’re all caught up.').count()).toBe(0)
  await link.click()
  const inNeed = page.getByRole('region', { name: 'Needs a Khateeb' })
  expect(await inNeed.innerText()).toContain('Friday, June 5, 2026 at 1:30 PM needs a khateeb')
  await inNeed.getByRole('button', { name: 'Find a Khateeb' }).click()
  await page.getByRole('dialog').getByText('1:30 PM').first().waitFor()
  await site.setNow('2026-06-05T19:00:00Z')
  await page.reload()
  await page.getByText('You’re all caught up.').waitFor()
  expect(await page.getByText('needs a khateeb').count()).toBe(0)
  await site.setNow(null)
})

test('the card “Needs a Khateeb” says that a request for a slot of this week waits, and its button opens the slot’s panel', async () => {
  await site.setNow('2026-06-04T20:00:00Z')
  const masjid = await newMasjid(site.url, { zipCode: '58501' })
  const khateeb = await newKhateeb(site.url, { zipCode: '58501' })
  const rival = await newKhateeb(site.url, { zipCode: '58501' })
  const later = await postSlot(masjid, '13:30', '2026-06-19')
  await confirmKhateeb(masjid, rival, later)
  await withdrawFrom(rival, later)
  await requestSlot(khateeb, await postSlot(masjid, '13:30', '2026-06-05'))
  const page = await openAs(site, masjid, '/masjid-landing')
  const card = page.getByRole('region', { name: 'Needs a Khateeb' })
  await card.getByText('Friday, June 5, 2026 at 1:30 PM: 1 request is waiting for your answer').waitFor()
  expect(await page.getByText(/at 1:30 PM needs a khateeb/u).count()).toBe(1)
  await page.getByRole('link', { name: '1 request is waiting for your answer' }).waitFor()
  await card.getByRole('button', { name: 'Answer' }).click()
  const panel = page.getByRole('dialog').filter({ hasText: '1:30 PM' })
  await panel.getByRole('button', { name: 'Approve' }).click()
  expect(await readAndCloseToast(page)).toBe('Request approved successfully! Please refresh.')
  await page.getByText('1 slot needs a khateeb again').waitFor()
  await site.setNow(null)
})
