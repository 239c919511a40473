import { expect, test } from 'vitest'
import { blockAccount } from '../../contract/blocks.ts'
import { runOperatorCommand } from '../../server/identity/operator-command.ts'
import { openSite } from '../runtime/browser.ts'
import type { TestAccount } from '../runtime/people.ts'
import { friday } from '../runtime/slots.ts'
import { newPair, openScreen } from './every-screen.ts'
import { press } from './forms.ts'
import { openAs } from './pages.ts'
import { openSlotPanel, pressInDialog, readAndCloseToast, row, slotCell } from './sections.ts'

const site = await openSite()
const pair = await newPair(site.url)

const setSuspended = ({ uid }: TestAccount, on: boolean) =>
  site.database.transaction((tx) => runOperatorCommand(tx, { uid }, { kind: 'suspend', on }))

test('a masjid sees a suspended khateeb without a link, and can remove the khateeb', async () => {
  const { masjid, khateeb } = pair
  const page = await openAs(site, masjid)
  const slot = slotCell(page, '10:00 AM')
  const link = page.getByRole('dialog').getByRole('link', { name: khateeb.name })
  await openScreen(page, '/masjid-landing')
  await openSlotPanel(page, '10:00 AM')
  await link.waitFor()
  expect(await page.getByText('Khateeb suspended').count()).toBe(0)

  await setSuspended(khateeb, true)
  await openScreen(page, '/masjid-landing')
  await slot.getByText('Khateeb suspended').waitFor()
  await slot.getByText(khateeb.name).waitFor()
  expect(await page.getByText('Khateeb suspended').count()).toBe(1)
  await openSlotPanel(page, '10:00 AM')
  expect(await page.getByRole('link', { name: khateeb.name }).count()).toBe(0)
  await press(page, 'Close window')
  await slot.getByRole('button', { name: 'Remove Khateeb' }).click()
  await pressInDialog(page, 'Remove Khateeb')
  expect(await readAndCloseToast(page)).toBe('Khateeb removed successfully.')
  await slot.getByText('N/A').waitFor()
  await setSuspended(khateeb, false)
})

test('a khateeb sees that the masjid of a khutbah is suspended, and can withdraw', async () => {
  const { masjid, khateeb } = await newPair(site.url)
  const page = await openAs(site, khateeb)
  const khutbah = row(page, 'Upcoming Khutbahs', masjid.name)
  await openScreen(page, '/dashboard')
  await khutbah.getByRole('link', { name: masjid.name }).waitFor()
  expect(await page.getByText('Masjid suspended').count()).toBe(0)

  await setSuspended(masjid, true)
  await openScreen(page, '/dashboard')
  await khutbah.getByText('Masjid suspended').waitFor()
  expect(await page.getByRole('link', { name: masjid.name }).count()).toBe(0)
  await khutbah.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByLabel('Reason').fill('They are suspended.')
  await pressInDialog(page, 'Withdraw')
  await khutbah.waitFor({ state: 'detached' })
})

test.each([
  ['/slot-history', null],
  ['/account', null],
  ['/archived-khutbahs', `${friday}T23:30:00Z`],
])('%s shows a suspended khateeb as a name without a link', async (screen, instant) => {
  const { masjid, khateeb } = await newPair(site.url)
  await masjid.client.call(blockAccount, { khateebUid: khateeb.uid, masjidUid: 'me' })
  await site.setNow(instant)
  const page = await openAs(site, masjid)
  const main = page.getByRole('main')
  const link = main.getByRole('link', { name: khateeb.name }).first()
  await openScreen(page, screen)
  await link.waitFor()
  await setSuspended(khateeb, true)
  await openScreen(page, screen)
  await main.getByText(khateeb.name).first().waitFor()
  expect(await link.count()).toBe(0)
  await site.setNow(null)
})
