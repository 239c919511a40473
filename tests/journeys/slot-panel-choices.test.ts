import { beforeEach, expect, test } from 'vitest'
import { updateAvailability } from '../../contract/availability.ts'
import { blockAccount } from '../../contract/blocks.ts'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import { friday, postSlot } from '../runtime/slots.ts'
import { holdRequests } from './hold-requests.ts'
import { hasFocus } from './keyboard.ts'
import { openAs } from './pages.ts'
import { openSlotPanel, readAndCloseToast } from './sections.ts'

const site = await openSite()
let masjid: TestAccount
let daud: TestAccount

beforeEach(async () => {
  await site.database.db.deleteFrom('khateebs').execute()
  masjid = await newMasjid(site.url)
  await postSlot(masjid)
  await newKhateeb(site.url, { firstName: 'Idris', lastName: 'Qandil' })
  await newKhateeb(site.url, { firstName: 'Tariq', lastName: 'Oakes' })
  daud = await newKhateeb(site.url, { firstName: 'Daud', lastName: 'Sirajov' })
})

/** Opens the slot panel. Returns the page and functions that find the panel's controls by name. */
async function openPanel() {
  const page = await openAs(site, masjid, '/masjid-landing')
  const panel = await openSlotPanel(page, '1:00 PM')
  return {
    page,
    box: (name: string) => panel.getByRole('checkbox', { name }),
    button: (name: string) => panel.getByRole('button', { name, exact: true }),
    text: (text: string) => panel.getByText(text, { exact: true }),
  }
}

test('a selected khateeb who has become unavailable can be deselected in the slot panel, and the others can be invited', async () => {
  const { page, box, button, text } = await openPanel()
  await box('Daud Sirajov').click()
  await box('Idris Qandil').click()
  await daud.client.call(updateAvailability, { uid: 'me', awayDates: [friday] })
  await button('Invite 2 Khateebs').click()
  expect(await readAndCloseToast(page)).toMatch(/^Nobody was invited\. Daud Sirajov: /u)
  await text('Away on that date.').waitFor()
  await box('Daud Sirajov').click()
  await expect.poll(() => box('Daud Sirajov').isDisabled()).toBe(true)
  await button('Invite 1 Khateeb').click()
  expect(await readAndCloseToast(page)).toMatch(/^Invite sent to Idris Qandil for /u)
})

test('the slot panel can clear the selection when a selected khateeb has blocked the masjid and is no longer listed', async () => {
  const { page, box, button } = await openPanel()
  await box('Daud Sirajov').click()
  await daud.client.call(blockAccount, { khateebUid: 'me', masjidUid: masjid.uid })
  await button('Invite 1 Khateeb').click()
  expect(await readAndCloseToast(page)).toMatch(/^Nobody was invited\. Daud Sirajov: They have blocked you/u)
  await box('Daud Sirajov').waitFor({ state: 'detached' })
  await button('Clear').click()
  await box('Idris Qandil').click()
  await button('Invite 1 Khateeb').click()
  expect(await readAndCloseToast(page)).toMatch(/^Invite sent to Idris Qandil for /u)
})

test('a khateeb who is selected in the slot panel while an invite is being sent stays selected', async () => {
  const { page, box, button } = await openPanel()
  const held = await holdRequests(page, '**/invite_khateebs')
  await box('Idris Qandil').click()
  await button('Invite 1 Khateeb').click()
  await expect.poll(held.count).toBe(1)
  await box('Tariq Oakes').click()
  held.release()
  expect(await readAndCloseToast(page)).toMatch(/^Invite sent to Idris Qandil for /u)
  await expect.poll(() => box('Idris Qandil').isDisabled()).toBe(true)
  expect(await box('Tariq Oakes').isChecked()).toBe(true)
  await button('Invite 1 Khateeb').click()
  expect(await readAndCloseToast(page)).toMatch(/^Invite sent to Tariq Oakes for /u)
})

test('an error names the khateeb who can’t be invited, even if he was deselected while the invite was being sent', async () => {
  const { page, box, button } = await openPanel()
  const held = await holdRequests(page, '**/invite_khateebs')
  await box('Daud Sirajov').click()
  await daud.client.call(updateAvailability, { uid: 'me', awayDates: [friday] })
  await button('Invite 1 Khateeb').click()
  await expect.poll(held.count).toBe(1)
  await box('Daud Sirajov').click()
  held.release()
  expect(await readAndCloseToast(page)).toMatch(/^Nobody was invited\. Daud Sirajov: /u)
})

test('a khateeb who can no longer be invited keeps the focus when he is deselected in the slot panel', async () => {
  const { page, box, button, text } = await openPanel()
  await box('Daud Sirajov').click()
  await daud.client.call(updateAvailability, { uid: 'me', awayDates: [friday] })
  await button('Invite 1 Khateeb').click()
  await readAndCloseToast(page)
  await text('Away on that date.').waitFor()
  await box('Daud Sirajov').focus()
  await page.keyboard.press('Space')
  await expect.poll(() => box('Daud Sirajov').getAttribute('aria-disabled')).toBe('true')
  expect(await box('Daud Sirajov').isChecked()).toBe(false)
  expect(await hasFocus(box('Daud Sirajov'))).toBe(true)
  await page.keyboard.press('Space')
  expect(await box('Daud Sirajov').isChecked()).toBe(false)
})
