import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { verifyEmail } from '../../contract/account-email.ts'
import { changeApprovedOnly, markKhateeb } from '../../contract/our-khateebs.ts'
import { disableServerRendering } from '../../tools/browser/disable-server-rendering.ts'
import { clientOf } from '../runtime/app.ts'
import { openSiteInServerProcess } from '../runtime/browser.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { dayAndDate } from '../runtime/format-dates.ts'
import { buttonUrlOf, waitForLetterFile } from '../runtime/letter-files.ts'
import { newKhateeb, newMasjid, password, type TestAccount } from '../runtime/people.ts'
import { approveKhateeb, friday, inviteKhateeb, postSlot, requestSlot, slotSeenBy } from '../runtime/slots.ts'
import { fill, press, waitForToast } from './forms.ts'
import { card, openAs } from './pages.ts'
import { layoutShifts } from './probes/layout-shift.ts'
import { readAndCloseToast, row, selectSlot } from './sections.ts'

const limitReason =
  'Until you confirm your email, you can send only a few invites or requests a day. Please follow the link that we sent you.'

let masjid: TestAccount
let khateeb: TestAccount
const dataDir = await newDataFolder()
const site = await openSiteInServerProcess({ DATA_DIR: dataDir, LIMIT_UNCONFIRMED_PROPOSAL: '1/86400' })
beforeEach(async () => {
  masjid = await newMasjid(site.url)
  khateeb = await newKhateeb(site.url)
})

/** Confirms an account's email with the link in the newest letter of this kind to the account. */
async function verifyAddress({ email }: TestAccount, kind: 'welcome' | 'verify_email'): Promise<void> {
  const { hash } = new URL(buttonUrlOf(await waitForLetterFile(dataDir, kind, email)))
  await clientOf(site.url).call(verifyEmail, { token: hash.slice('#token='.length) })
}

/** Sends the confirmation letter again from the screen on which a proposal was refused, and confirms the email. */
async function resendAndVerify(page: Page, person: TestAccount): Promise<void> {
  await page.getByRole('main').getByText(limitReason).waitFor()
  await press(page, 'Send Email Again')
  await waitForToast(page, `We have sent the email to ${person.email}.`)
  await verifyAddress(person, 'verify_email')
}

test('a khateeb with an unverified email who has reached the request limit can request a slot after verifying the email', async () => {
  await requestSlot(khateeb, await postSlot(masjid, '15:00'))
  await postSlot(masjid, '13:00')
  const page = await openAs(site, khateeb, `/khutbah/${friday}?masjid=${masjid.uid}`)
  await press(page, 'Request to Lead')
  expect(await readAndCloseToast(page)).toBe(`${limitReason}\nFailed to submit request. Please try again.`)
  await resendAndVerify(page, khateeb)
  await press(page, 'Request to Lead')
  await waitForToast(page, 'Your request to lead the khutbah at 1:00 PM has been sent.')
  await expect.poll(() => page.getByText(limitReason).count()).toBe(0)
})

test('a masjid with an unverified email that has reached the invite limit can invite a khateeb after verifying the email', async () => {
  await inviteKhateeb(masjid, await newKhateeb(site.url), await postSlot(masjid))
  const page = await openAs(site, masjid, '/nearby-khateebs')
  await selectSlot(page)
  const request = card(page, khateeb.name).getByRole('button', { name: 'Request This Khateeb' })
  await request.click()
  expect(await readAndCloseToast(page)).toBe(`Invite failed.\n${limitReason}`)
  await resendAndVerify(page, masjid)
  await request.click()
  await card(page, khateeb.name).getByText('Invited to this slot').waitFor()
})

test('a khateeb with an unverified email who has reached the request limit can ask for approval after verifying the email', async () => {
  await requestSlot(khateeb, await postSlot(masjid, '15:00'))
  const other = await newMasjid(site.url)
  await postSlot(other)
  await other.client.call(changeApprovedOnly, { masjidUid: 'me', approvedOnly: true })
  const page = await openAs(site, khateeb, `/khutbah/${friday}?masjid=${other.uid}`)
  await press(page, 'Ask for Approval')
  expect(await readAndCloseToast(page)).toBe(`Failed to ask for approval.\n${limitReason}`)
  await resendAndVerify(page, khateeb)
  await press(page, 'Ask for Approval')
  await page.getByText('You have asked for approval.', { exact: true }).waitFor()
})

/** Counts the Unverified badges of an account in a section of a screen. */
async function countUnverifiedBadges(
  at: Page,
  screen: string,
  section: string,
  name: string,
): Promise<number> {
  await at.goto(screen)
  await row(at, section, name).waitFor()
  return row(at, section, name).getByText('Their email is unverified').count()
}

/** Counts the Unverified badges on the details of the other side. */
async function countBadgesOnDetails(at: Page, screen: string, name: string): Promise<number> {
  await at.goto(screen)
  await at.getByRole('heading', { level: 1, name }).waitFor()
  return at.getByText('Their email is unverified').count()
}

describe('unverified emails', () => {
  test('a khateeb with an unverified email sees a reminder with a button that resends the letter, without a layout shift', async () => {
    const page = await openAs(site, khateeb)
    // Disable server rendering, because a slow browser paints a server-rendered document in parts, and centered elements shift as the rest
    // arrives.
    await disableServerRendering(page)
    await page.goto('/dashboard')
    const home = page.getByRole('main')
    await home.getByText('Please confirm your email').waitFor()
    await home.getByText('No sent requests').waitFor()
    expect(await layoutShifts(page)).toEqual([])
    await page.route('**/identity/send_verification', (route) => route.abort())
    await press(page, 'Send Email Again')
    expect(await readAndCloseToast(page)).toBe(
      'Failed to send the email.\nNetwork error. Please check your connection.',
    )
    await page.unrouteAll()
    await press(page, 'Send Email Again')
    await waitForToast(page, `We have sent the email to ${khateeb.email}.`)

    const elsewhere = await site.open()
    await elsewhere.goto(buttonUrlOf(await waitForLetterFile(dataDir, 'verify_email', khateeb.email)))
    await press(elsewhere, 'Confirm email')
    await elsewhere.getByText('Thank you. Your email is confirmed.').waitFor()
    await press(page, 'Send Email Again')
    await waitForToast(page, 'Your email is confirmed already.')
    await expect.poll(() => home.getByText('Please confirm your email').count()).toBe(0)
  })

  test('the notice about an unverified email leaves the next khutbah and the first invite visible without scrolling on a phone', async () => {
    // Use an email of usual length, because a longer email may wrap to another line.
    const email = `yusuf.khan.${randomUUID().slice(0, 8)}@minbar.example`
    khateeb = await newKhateeb(site.url, { lastName: 'Khan', email })
    const page = await openAs(site, khateeb)
    await page.setViewportSize({ width: 390, height: 844 })
    const isOnFirstScreen = async (lastTime: Locator) => {
      await page.goto('/dashboard')
      await page.getByRole('main').getByText('Please confirm your email').waitFor()
      await page.getByText('Welcome to Minbar').waitFor()
      const bar = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
      const box = await lastTime.boundingBox()
      return box !== null && bar !== null && box.y + box.height <= bar.y
    }
    await inviteKhateeb(masjid, khateeb, await postSlot(masjid, '13:00'))
    const invite = row(page, 'Pending Requests to Give Khutbah', masjid.name)
    expect(await isOnFirstScreen(invite.locator('time').last())).toBe(true)
    await verifyAddress(masjid, 'welcome')
    await requestSlot(khateeb, await postSlot(masjid, '15:00'))
    await approveKhateeb(masjid, khateeb, {
      masjidUid: masjid.uid,
      khutbahDate: friday,
      khutbahTime: '15:00',
    })
    const next = page.getByRole('region', { name: 'Your next khutbah', exact: true })
    expect(await isOnFirstScreen(next.locator('time').last())).toBe(true)
  })

  test('the other side sees the badge only in details and beside proposals that await its answer', async () => {
    const [requested, invited] = [await postSlot(masjid, '13:00'), await postSlot(masjid, '15:00')]
    await requestSlot(khateeb, requested)
    await inviteKhateeb(masjid, khateeb, invited)
    const { slotId } = await slotSeenBy(masjid, requested)
    const khutbah = `/khutbah/${friday}?masjid=${masjid.uid}`
    const [page, masjidPage] = [await openAs(site, khateeb), await openAs(site, masjid)]
    const marks = async () => ({
      ofKhateeb: [
        await countUnverifiedBadges(masjidPage, '/masjid-landing', 'Pending Requests', khateeb.name),
        await countUnverifiedBadges(masjidPage, '/masjid-landing', 'Sent Requests', khateeb.name),
        await countBadgesOnDetails(masjidPage, `/khateeb-details/${khateeb.uid}`, khateeb.name),
        await countBadgesOnDetails(
          masjidPage,
          `/khateeb-details/${khateeb.uid}?slot=${slotId}`,
          khateeb.name,
        ),
      ],
      ofMasjid: [
        await countUnverifiedBadges(page, '/dashboard', 'Pending Requests to Give Khutbah', masjid.name),
        await countUnverifiedBadges(page, '/dashboard', 'Sent Requests to Masjids', masjid.name),
        await countBadgesOnDetails(page, `/masjid-details/${masjid.uid}`, masjid.name),
        await countBadgesOnDetails(page, khutbah, dayAndDate(friday)),
      ],
    })
    expect(await marks()).toEqual({ ofKhateeb: [1, 0, 1, 1], ofMasjid: [1, 0, 1, 1] })
    await verifyAddress(masjid, 'welcome')
    expect(await marks()).toEqual({ ofKhateeb: [1, 0, 1, 1], ofMasjid: [0, 0, 0, 0] })
    await verifyAddress(khateeb, 'welcome')
    expect(await marks()).toEqual({ ofKhateeb: [0, 0, 0, 0], ofMasjid: [0, 0, 0, 0] })
  })
})

test('a masjid with an unverified email that has reached its daily limit cannot approve a khateeb on Our Khateebs, but can resend the letter', async () => {
  await inviteKhateeb(masjid, await newKhateeb(site.url), await postSlot(masjid))
  await masjid.client.call(markKhateeb, { masjidUid: 'me', khateebUid: khateeb.uid, note: 'Speaks well.' })
  const page = await openAs(site, masjid, '/our-khateebs')
  await page.getByRole('listitem').filter({ hasText: khateeb.name }).getByRole('button').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /^Approved/u }).check()
  await press(page, 'Save')
  expect(await readAndCloseToast(page)).toBe(`Failed to save.\n${limitReason}`)
  await dialog.getByText(limitReason).waitFor()
  await press(page, 'Send Email Again')
  await waitForToast(page, `We have sent the email to ${masjid.email}.`)
})

test('an owner with an unverified email can have the letter sent again from the dialog that invites a member', async () => {
  const page = await openAs(site, masjid, '/members')
  await press(page, 'Invite a Member')
  const dialog = page.getByRole('dialog')
  await fill(page, { 'Their email': 'guest@minbar.example', 'Your password': password })
  await press(page, 'Send Invitation')
  const reason = 'Please confirm your own email first. Follow the link that we sent you.'
  expect(await readAndCloseToast(page)).toBe(`Failed to send the invitation.\n${reason}`)
  await dialog.getByText(reason).waitFor()
  await press(page, 'Send Email Again')
  await waitForToast(page, `We have sent the email to ${masjid.email}.`)
})

test('an owner with an unverified email can have the letter sent again from the dialog that invites a khateeb', async () => {
  const page = await openAs(site, masjid, '/our-khateebs')
  await press(page, 'Invite a Khateeb')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Their email').fill('guest@minbar.example')
  await press(page, 'Send Invitation')
  const reason = 'Please confirm your own email first. Follow the link that we sent you.'
  expect(await readAndCloseToast(page)).toBe(`Failed to send the invitation.\n${reason}`)
  await dialog.getByText(reason).waitFor()
  await press(page, 'Send Email Again')
  await waitForToast(page, `We have sent the email to ${masjid.email}.`)
})
