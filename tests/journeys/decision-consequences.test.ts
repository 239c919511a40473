import { expect, test } from 'vitest'
import { openSite } from '../runtime/browser.ts'
import { longDate } from '../runtime/format-dates.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import {
  approveKhateeb,
  confirmKhateeb,
  friday,
  inviteKhateeb,
  postSlot,
  requestSlot,
  slotSeenBy,
} from '../runtime/slots.ts'
import { holdRequests } from './hold-requests.ts'
import { openAs } from './pages.ts'
import { readAndCloseToast, row, waitForText } from './sections.ts'

const date = longDate(friday)
const invitesTitle = 'Pending Requests to Give Khutbah'
const site = await openSite()

/** Signs up a masjid, and invites the khateeb to its slot at `time`. */
async function newInvitingMasjid(khateeb: TestAccount, time: string): Promise<TestAccount> {
  const masjid = await newMasjid(site.url)
  await inviteKhateeb(masjid, khateeb, await postSlot(masjid, time))
  return masjid
}

test('an invite shows how many invites its acceptance closes, and a toast lists the closed invites afterwards', async () => {
  const khateeb = await newKhateeb(site.url)
  const masjid = await newInvitingMasjid(khateeb, '13:00')
  const [other, third] = [
    await newInvitingMasjid(khateeb, '13:15'),
    await newInvitingMasjid(khateeb, '13:30'),
  ]
  const page = await openAs(site, khateeb, '/dashboard')
  const invite = row(page, invitesTitle, masjid.name)
  await invite.getByText('Accepting closes 2 other invites at that hour.').waitFor()
  await invite.getByRole('button', { name: 'Accept' }).click()
  expect(await readAndCloseToast(page)).toBe(
    "Invite accepted! You've been assigned to that khutbah. Please refresh if your khutbahs did not update.\n" +
      `Also closed: the invite from ${other.name} for ${date} at 1:15 PM and the invite from ${third.name} for ${date} at 1:30 PM.`,
  )
  await waitForText(page, invitesTitle, 'No pending requests')
})

test('notes and toasts about masjids in another time zone show the zone', async () => {
  const khateeb = await newKhateeb(site.url)
  const [chicago, dearborn] = [await newMasjid(site.url, { zipCode: '60601' }), await newMasjid(site.url)]
  await inviteKhateeb(dearborn, khateeb, await postSlot(dearborn, '13:15'))
  await inviteKhateeb(chicago, khateeb, await postSlot(chicago, '12:30'))
  const details = await openAs(site, khateeb, `/masjid-details/${chicago.uid}`)
  await details.getByRole('button', { name: 'Block This Masjid' }).click()
  await details.getByText(`their invite for ${date} at 12:30 PM CST`).waitFor()

  const page = await openAs(site, khateeb, '/dashboard')
  await row(page, invitesTitle, dearborn.name).getByRole('button', { name: 'Accept' }).click()
  expect(await readAndCloseToast(page)).toContain(
    `the invite from ${chicago.name} for ${date} at 12:30 PM CST.`,
  )

  await confirmKhateeb(chicago, khateeb, await postSlot(chicago, '09:00'))
  await postSlot(dearborn, '11:30')
  await page.goto(`/khutbah/${friday}?masjid=${dearborn.uid}`)
  await page.getByText(`You also give the khutbah at ${chicago.name} on ${date} at 9:00 AM CST, `).waitFor()
})

test('a request shows how many invites its approval closes, and a toast lists the closed invite afterwards', async () => {
  const [masjid, khateeb, rival] = [
    await newMasjid(site.url),
    await newKhateeb(site.url),
    await newKhateeb(site.url),
  ]
  const slot = await postSlot(masjid)
  await requestSlot(khateeb, slot)
  await inviteKhateeb(masjid, rival, slot)
  const { slotId } = await slotSeenBy(masjid, slot)
  const details = await openAs(site, masjid, `/khateeb-details/${khateeb.uid}?slot=${slotId}`)
  await details.getByText('Approving closes 1 invite of yours at that hour.').waitFor()

  const nearby = await openAs(site, masjid)
  const calls = await holdRequests(nearby, '**/get_khateeb_details/*')
  await nearby.goto(`/nearby-khateebs?slot=${slotId}`)
  const approve = nearby.getByRole('button', { name: 'Approve' })
  await expect.poll(() => approve.getAttribute('aria-busy')).toBe('true')
  calls.release()
  await nearby.getByText('Approving closes 1 invite of yours at that hour.').waitFor()
  await expect.poll(() => approve.getAttribute('aria-busy')).toBe(null)

  const page = await openAs(site, masjid, '/masjid-landing')
  const request = row(page, 'Pending Requests', khateeb.name)
  await request.getByText('Approving closes 1 invite of yours at that hour.').waitFor()
  await request.getByRole('button', { name: 'Approve' }).click()
  expect(await readAndCloseToast(page)).toBe(
    `Request approved successfully! Please refresh.\nAlso closed: your invite to ${rival.name} for ${date} at 1:00 PM.`,
  )
})

test('a khateeb is warned about a slot too far from his other khutbah on that date, but can still request the slot', async () => {
  const [near, far, khateeb] = [
    await newMasjid(site.url),
    await newMasjid(site.url, { zipCode: '49503' }),
    await newKhateeb(site.url),
  ]
  await confirmKhateeb(near, khateeb, await postSlot(near))
  await postSlot(far, '15:00')
  const page = await openAs(site, khateeb, `/khutbah/${friday}?masjid=${far.uid}`)
  const warning = new RegExp(
    `^You also give the khutbah at ${near.name} on ${date} at 1:00 PM, \\d+(\\.\\d)? miles away. You may be too late for one of them.$`,
    'u',
  )
  await page.getByText(warning).waitFor()
  await page.getByRole('button', { name: 'Request to Lead' }).click()
  expect(await readAndCloseToast(page)).toBe('Your request to lead the khutbah at 3:00 PM has been sent.')

  const masjidPage = await openAs(site, far, '/masjid-landing')
  const toMasjid =
    'This khateeb also gives a khutbah somewhere else around that time, and may be too late for one of them.'
  await row(masjidPage, 'Pending Requests', khateeb.name).getByText(toMasjid).waitFor()

  await approveKhateeb(far, khateeb, { masjidUid: far.uid, khutbahDate: friday, khutbahTime: '15:00' })
  await page.goto('/dashboard')
  await row(page, 'Upcoming Khutbahs', far.name).getByText(warning).waitFor()
  const other = `You also give the khutbah at ${far.name} on ${date} at 3:00 PM, `
  await row(page, 'Upcoming Khutbahs', other).getByText(near.name).waitFor()
})
