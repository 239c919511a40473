import { expect, test } from 'vitest'
import { getPlan } from '../../contract/plans.ts'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { confirmKhateeb } from '../runtime/slots.ts'
import { press, waitForToast } from './forms.ts'
import { card, openAs } from './pages.ts'

const site = await openSite()

test('a masjid plans its Fridays, changes a time, and confirms which khutbahs move', async () => {
  const masjid = await newMasjid(site.url)
  const khateeb = await newKhateeb(site.url)
  const page = await openAs(site, masjid, '/masjid-landing')
  await press(page, 'Add New Khutbah')
  await page.getByRole('link', { name: 'Post every Friday by a plan instead', exact: true }).click()

  await page.getByLabel('Time', { exact: true }).fill('13:15')
  await press(page, 'Add a Service')
  await page.getByLabel('Begins', { exact: true }).nth(1).selectOption('After Dhuhr')
  await page.getByLabel('Minutes after Dhuhr', { exact: true }).fill('120')
  await page.getByText('It follows the sun, rounded up to 5 minutes.').waitFor()
  await page.getByLabel('Post how many weeks ahead', { exact: true }).selectOption('4 weeks')
  const fridays = card(page, 'The Next 13 Fridays').getByRole('listitem')
  await expect.poll(() => fridays.filter({ hasText: 'Will be posted' }).count()).toBe(4)
  await press(page, 'Start the Plan')
  await waitForToast(page, 'Your plan is saved.')
  await expect.poll(() => fridays.filter({ hasText: 'Posted' }).count()).toBe(4)
  const { plan } = await masjid.client.call(getPlan, { uid: 'me' })
  expect(plan).toEqual({
    services: [
      { key: 1, time: '13:15', minutesAfterDhuhr: null, season: null },
      { key: 2, time: null, minutesAfterDhuhr: 120, season: null },
    ],
    closures: [],
    weeksAhead: 4,
  })

  const [date = ''] = (
    await site.database.reader
      .selectFrom('slots')
      .where('masjid_uid', '=', masjid.uid)
      .orderBy('date', 'desc')
      .select('date')
      .execute()
  ).map((it) => it.date)
  await confirmKhateeb(masjid, khateeb, { masjidUid: masjid.uid, khutbahDate: date, khutbahTime: '13:15' })
  await page.getByLabel('Time', { exact: true }).fill('13:45')
  await press(page, 'Save')
  const dialog = page.getByRole('alertdialog', { name: 'Save the plan?' })
  await dialog.getByText('4 khutbahs move to their new times: ').waitFor()
  await dialog.getByText(`${khateeb.name} is asked to confirm again.`, { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await waitForToast(page, 'Your plan is saved.')

  await press(page, 'Stop the Plan')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop the Plan', exact: true }).click()
  await waitForToast(page, 'Your plan is stopped. Its khutbahs stay.')
  expect((await masjid.client.call(getPlan, { uid: 'me' })).isSaved).toBe(false)
})
