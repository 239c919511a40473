import { expect, test } from 'vitest'
import { addKhutbah } from '../../contract/khutbahs.ts'
import { getUser } from '../../contract/own-records.ts'
import { changePublicName, publishSchedule, schedulePath } from '../../contract/schedule.ts'
import { nameTopic } from '../../contract/topics.ts'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { confirmKhateeb, friday, fridayAfter, postSlot, slotSeenBy } from '../runtime/slots.ts'
import { press, waitForToast } from './forms.ts'
import { holdRequests } from './hold-requests.ts'
import { newPairWithLongNames } from './named-pairs.ts'
import { gotoUntilQuiet, openAs } from './pages.ts'

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
  const confirmation = page.getByRole('alertdialog', { name: 'Stop publishing your schedule?' })
  await confirmation.getByText('with the same name: masjid-of-the-journey').waitFor()
  expect((await visitor.reload())?.status()).toBe(200)
  await confirmation.getByRole('button', { name: 'Stop Publishing', exact: true }).click()
  await waitForToast(page, 'Your schedule is no longer public.')
  expect((await visitor.reload())?.status()).toBe(404)
})

test('the poster of six Fridays with three services, long names and topics prints on one sheet, on Letter and on A4', async () => {
  const masjid = await newMasjid(site.url, {
    masjidName: 'Islamic Center of Greater Dearborn Heights and Surrounding Communities',
  })
  const khateeb = await newKhateeb(site.url, {
    firstName: 'Abdurrahman-Muhammad',
    lastName: 'ibn Nasiruddin',
  })
  await masjid.client.call(addKhutbah, {
    masjidUid: 'me',
    date: friday,
    times: ['12:15', '13:15', '14:15'],
    weeks: 6,
  })
  for (let week = 0; week < 6; week += 1) {
    const slot = { masjidUid: masjid.uid, khutbahDate: fridayAfter(week), khutbahTime: '13:15' }
    await confirmKhateeb(masjid, khateeb, slot)
    const { slotId } = await slotSeenBy(masjid, slot)
    await khateeb.client.call(nameTopic, {
      khateebUid: 'me',
      slotId,
      topic: 'Patience in hardship, and gratitude in ease',
    })
  }
  await masjid.client.call(publishSchedule, { masjidUid: 'me', slug: 'poster-on-one-sheet' })
  const page = await site.open()
  await page.goto(`${schedulePath('poster-on-one-sheet')}/poster`)
  expect(await page.getByRole('heading', { level: 3 }).count()).toBe(6)
  const sheetsOf = async (format: 'A4' | 'Letter') =>
    (await page.pdf({ format })).toString('latin1').match(/\/Type \/Page\b/gu)?.length
  expect([await sheetsOf('A4'), await sheetsOf('Letter')]).toEqual([1, 1])
})

test('the checkbox for the public name ignores presses while a choice is being saved', async () => {
  const khateeb = await newKhateeb(site.url)
  const page = await openAs(site, khateeb)
  await gotoUntilQuiet(page, '/about-me')
  const held = await holdRequests(page, `**${changePublicName.path}`)
  const box = page.getByLabel('Show my name to visitors who aren’t signed in', { exact: true })
  await box.uncheck()
  await expect.poll(held.count).toBe(1)
  await box.click({ force: true })
  expect(await box.isChecked()).toBe(false)
  held.release()
  await waitForToast(page, 'Visitors no longer see your name.')
  await expect.poll(() => box.getAttribute('aria-disabled')).toBe('false')
  expect(held.count()).toBe(1)
  expect((await khateeb.client.call(getUser, { uid: 'me' })).namedPublicly).toBe(false)
})

test('the pages of a public schedule with long names don’t scroll sideways, even with text twice as large', async () => {
  const { masjid } = await newPairWithLongNames(site.url)
  const slug = `masjid-${'long'.repeat(13)}`
  await masjid.client.call(publishSchedule, { masjidUid: 'me', slug })
  const page = await site.open()
  for (const view of ['', '/embed', '/poster']) {
    await page.goto(`${schedulePath(slug)}${view}`)
    await page.getByText('Abdurrahman').first().waitFor()
    for (const [width, fontSize] of [
      [320, '100%'],
      [360, '200%'],
    ] as const) {
      await page.setViewportSize({ width, height: 720 })
      const shownWidth = await page.evaluate((size) => {
        document.documentElement.style.fontSize = size
        return document.documentElement.scrollWidth
      }, fontSize)
      expect([view, fontSize, shownWidth]).toEqual([view, fontSize, width])
    }
  }
})
