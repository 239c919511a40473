import { expect, test } from 'vitest'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { confirmKhateeb, postSlot } from '../runtime/slots.ts'
import { press, waitForToast } from './forms.ts'
import { openAs } from './pages.ts'

const site = await openSite()

test('an owner publishes the schedule, a visitor reads it, and a khateeb removes his name from it', async () => {
  const [masjid, khateeb] = [await newMasjid(site.url), await newKhateeb(site.url)]
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid))
  const page = await openAs(site, masjid, '/about-me')
  await press(page, 'Public Schedule')
  const dialog = page.getByRole('dialog', { name: 'Public Schedule', exact: true })
  const address = dialog.getByRole('textbox', { name: 'Address', exact: true })
  await address.fill('a b')
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await dialog.getByText('Use 3 to 60 letters, digits and hyphens.').waitFor()
  await address.fill('masjid-of-the-journey')
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await waitForToast(page, 'Your schedule is public.')
  const link = await dialog.getByRole('link', { name: 'Open the Page', exact: true }).getAttribute('href')

  const visitor = await site.open()
  await visitor.goto(link ?? '')
  await visitor.getByRole('heading', { level: 1, name: masjid.name }).waitFor()
  expect(await visitor.getByText(khateeb.name).count()).toBe(1)
  expect(await visitor.context().cookies()).toEqual([])

  const own = await openAs(site, khateeb, '/about-me')
  await own.getByLabel('Show my name to visitors who aren’t signed in', { exact: true }).uncheck()
  await waitForToast(own, 'Visitors no longer see your name.')
  await visitor.reload()
  await visitor.getByText('Confirmed', { exact: true }).waitFor()
  expect(await visitor.getByText(khateeb.name).count()).toBe(0)

  await dialog.getByRole('button', { name: 'Stop Publishing', exact: true }).click()
  await waitForToast(page, 'Your schedule is no longer public.')
  expect((await visitor.reload())?.status()).toBe(404)
})
