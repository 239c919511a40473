import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { verifyEmail } from '../../contract/email.ts'
import { clientOf } from '../runtime/app.ts'
import { openServerSite } from '../runtime/browser.ts'
import { longDate } from '../runtime/format-dates.ts'
import { buttonUrlOf, waitForLetterFile } from '../runtime/letter-files.ts'
import { newKhateeb, newMasjid, type Person } from '../runtime/people.ts'
import { friday, inviteKhateeb, postSlot, requestSlot } from '../runtime/slots.ts'
import { press, waitForToast } from './forms.ts'
import { card, openAs } from './pages.ts'
import { nextToast } from './sections.ts'

const why =
  'Until you confirm your e-mail, you can send only a few invites or requests a day. Please follow the link that we sent you.'

let masjid: Person
let khateeb: Person
const dataDir = await mkdtemp(join(tmpdir(), 'minbar-unconfirmed-'))
const site = await openServerSite({ DATA_DIR: dataDir, LIMIT_UNCONFIRMED_PROPOSAL: '1/86400' })
afterAll(async () => {
  await site.close()
  await rm(dataDir, { recursive: true })
})
beforeEach(async () => {
  masjid = await newMasjid(site.url)
  khateeb = await newKhateeb(site.url)
})

/** Verifies an address with the newest link sent to it. */
async function verifyAddress({ email }: Person): Promise<void> {
  const [, token = ''] = buttonUrlOf(await waitForLetterFile(dataDir, 'verify_email', email)).split('#token=')
  await clientOf(site.url).call(verifyEmail, { token })
}

/** Sends the confirmation again from the screen that refused a proposal, and verifies the address. */
async function verifyFrom(page: Page, person: Person): Promise<void> {
  await page.getByRole('main').getByText(why).waitFor()
  await press(page, 'Send the confirmation e-mail again')
  await waitForToast(page, `We have sent the e-mail to ${person.email}.`)
  await verifyAddress(person)
}

test('an unverified khateeb at the request limit can verify the e-mail and then request', async () => {
  await requestSlot(khateeb, await postSlot(masjid, '15:00'))
  await postSlot(masjid, '13:00')
  const page = await openAs(site, khateeb, `/khutbah/${friday}?masjid=${masjid.uid}`)
  await press(page, 'Request to Lead')
  expect(await nextToast(page)).toBe(`Failed to submit request. Please try again.\n${why}`)
  await verifyFrom(page, khateeb)
  await press(page, 'Request to Lead')
  await waitForToast(page, 'Your request to lead the khutbah at 1:00 PM has been sent.')
  await expect.poll(() => page.getByText(why).count()).toBe(0)
})

test('an unverified masjid at the invite limit can verify the e-mail and then invite', async () => {
  await inviteKhateeb(masjid, await newKhateeb(site.url), await postSlot(masjid))
  const page = await openAs(site, masjid, '/nearby-khateebs')
  const picker = page.getByRole('combobox', { name: 'Khutbah slot' })
  await picker.selectOption({ label: `${longDate(friday)} · 1:00 PM` })
  const request = card(page, khateeb.name).getByRole('button', { name: 'Request This Khateeb' })
  await request.click()
  expect(await nextToast(page)).toBe(`Invite failed.\n${why}`)
  await verifyFrom(page, masjid)
  await request.click()
  await card(page, khateeb.name).getByText('Invited to this slot').waitFor()
})
