import { expect, test } from 'vitest'
import { runOperatorCommand } from '../../server/identity/operator-command.ts'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { friday, postSlot } from '../runtime/slots.ts'
import { press } from './forms.ts'
import { openAs } from './pages.ts'

const unverifiedNotice =
  'This masjid isn’t verified yet. It will see your phone number while your request waits.'
const verifiedNotice = 'This masjid will see your phone number while your request waits.'

const site = await openSite()

test('before a request, a khateeb sees that the masjid will see his phone, and whether the masjid is verified', async () => {
  const [masjid, khateeb] = [await newMasjid(site.url), await newKhateeb(site.url)]
  await postSlot(masjid)
  const screens = [`/khutbah/${friday}?masjid=${masjid.uid}`, `/masjid-details/${masjid.uid}`]
  const page = await openAs(site, khateeb)
  for (const screen of screens) {
    await page.goto(screen)
    await page.getByText(unverifiedNotice, { exact: true }).waitFor()
  }
  const { uid } = masjid
  await site.database.transaction((tx) => runOperatorCommand(tx, { uid }, { kind: 'verify', on: true }))
  for (const screen of screens) {
    await page.goto(screen)
    await page.getByText(verifiedNotice, { exact: true }).waitFor()
  }
  const button = page.getByRole('button', { name: 'Request to Lead' })
  expect(await button.getAttribute('aria-describedby')).toContain('who-sees-phone')
  await page.locator('#who-sees-phone').getByText(verifiedNotice).waitFor()

  await press(page, 'Request to Lead')
  await page.getByText('You requested it').waitFor()
  await expect.poll(() => page.getByText(verifiedNotice).count()).toBe(0)
})
