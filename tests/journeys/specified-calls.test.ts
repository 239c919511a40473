import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { getUser } from '../../contract/own-records.ts'
import { openSite } from '../runtime/browser.ts'
import { dayAndDate, longDate } from '../runtime/format-dates.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { confirmKhateeb, friday, fridayAfter, inviteKhateeb, postSlot } from '../runtime/slots.ts'
import { openAs } from './pages.ts'

const site = await openSite()

/** Collects the bodies of the calls with this path that the page makes from now on. */
function recordCallBodies(page: Page, path: string): object[] {
  const sent: object[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) sent.push(request.postDataJSON())
  })
  return sent
}

test('the dashboard calls /notify_masjid after the khateeb has accepted an invite', async () => {
  const masjid = await newMasjid(site.url)
  const khateeb = await newKhateeb(site.url)
  const slot = await postSlot(masjid, '13:00')
  await inviteKhateeb(masjid, khateeb, slot)
  const { invites } = await khateeb.client.call(getUser, { uid: 'me' })
  const page = await openAs(site, khateeb, '/dashboard')
  const calls = recordCallBodies(page, '/notify_masjid')
  await page.getByRole('button', { name: 'Accept' }).click()
  await page.getByText('Invite accepted!').waitFor()
  await expect.poll(() => calls).toEqual([{ slotId: invites[0]?.slotId }])
})

test('a khateeb’s details show a masjid the dates for which he is confirmed there, each date once', async () => {
  const masjid = await newMasjid(site.url)
  const khateeb = await newKhateeb(site.url)
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid, '13:00'))
  await postSlot(masjid, '13:00', fridayAfter(1))
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid, '13:00', fridayAfter(2)))
  const page = await openAs(site, masjid, `/khateeb-details/${khateeb.uid}`)
  await page.getByText(`This khateeb is confirmed for ${longDate(friday)}`).waitFor()
  const dates = page.getByRole('list', { name: 'Also confirmed at your masjid' }).getByRole('listitem')
  await expect.poll(() => dates.allInnerTexts()).toEqual([dayAndDate(fridayAfter(2))])

  const other = await openAs(site, await newMasjid(site.url), `/khateeb-details/${khateeb.uid}`)
  await other.getByRole('heading', { level: 1, name: khateeb.name }).waitFor()
  await expect.poll(() => other.getByText('confirmed at your masjid').count()).toBe(0)
})
