import { expect, test } from 'vitest'
import { updateMasjid } from '../../contract/own-records.ts'
import { runOperatorCommand } from '../../server/identity/operator-command.ts'
import { openSite } from '../runtime/browser.ts'
import { longDate } from '../runtime/format-dates.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import {
  confirmKhateeb,
  friday,
  fridayAfter,
  inviteKhateeb,
  listQueuedLetters,
  postSlot,
  slotSeenBy,
} from '../runtime/slots.ts'
import { fill, press } from './forms.ts'
import { openAs } from './pages.ts'
import { readAndCloseToast, row } from './sections.ts'

const site = await openSite()

test('a masjid is warned before it saves a new address, and its khateeb confirms again', async () => {
  const [masjid, khateeb, invited] = [
    await newMasjid(site.url),
    await newKhateeb(site.url),
    await newKhateeb(site.url),
  ]
  const slot = await postSlot(masjid)
  await confirmKhateeb(masjid, khateeb, slot)
  await inviteKhateeb(masjid, invited, await postSlot(masjid, '15:00'))

  const page = await openAs(site, masjid, '/about-me')
  await fill(page, { 'ZIP code': '60601' })
  await page.getByText('Saving this sends 2 khateebs an email with the old and new details').waitFor()
  await press(page, 'Save')
  expect(await readAndCloseToast(page)).toBe('Profile updated successfully!')
  await expect.poll(() => page.getByText('Saving this sends').count()).toBe(0)
  await page.goto('/masjid-landing')
  await row(page, 'Upcoming Khutbahs', '1:00 PM').getByText('Asked to confirm again').waitFor()

  const speaker = await openAs(site, khateeb, '/dashboard')
  const asked = row(speaker, 'Upcoming Khutbahs', masjid.name)
  await asked.getByText('Please confirm again').waitFor()
  await asked.getByRole('button', { name: 'Confirm Again' }).click()
  expect(await readAndCloseToast(speaker)).toBe('Thank you. The masjid knows that you are coming.')
  await asked.getByText('Please confirm again').waitFor({ state: 'detached' })
  expect(await slotSeenBy(masjid, slot)).toMatchObject({ awaitsReconfirmation: false })
})

test('a masjid that adds four digits to its ZIP code gets no warning, because no khateeb gets an email', async () => {
  const [masjid, khateeb] = [await newMasjid(site.url), await newKhateeb(site.url)]
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid))
  const page = await openAs(site, masjid, '/about-me')
  await fill(page, { 'ZIP code': '60601' })
  await page.getByText('Saving this sends 1 khateeb an email').waitFor()
  await fill(page, { 'ZIP code': '48126-1234' })
  await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Dearborn')
  expect(await page.getByText('Saving this sends').count()).toBe(0)
  const before = await listQueuedLetters(site.database)
  await press(page, 'Save')
  expect(await readAndCloseToast(page)).toBe('Profile updated successfully!')
  expect(await listQueuedLetters(site.database)).toEqual(before)
})

test('the error for a refused new time zone is at the changed field, and shows which khutbah would overlap', async () => {
  const [masjid, elsewhere, khateeb] = [
    await newMasjid(site.url),
    await newMasjid(site.url),
    await newKhateeb(site.url),
  ]
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid))
  await confirmKhateeb(elsewhere, khateeb, await postSlot(elsewhere, '15:00'))
  const page = await openAs(site, masjid, '/about-me')
  const reason = `In the new time zone, ${khateeb.name} would have to be in two places at once on ${longDate(friday)} at 1:00 PM.`
  await fill(page, { 'ZIP code': '80202' })
  await press(page, 'Save')
  expect(await readAndCloseToast(page)).toBe('Failed to update profile.')
  const zip = page.getByLabel('ZIP code')
  await expect.poll(() => zip.getAttribute('aria-invalid')).toBe('true')
  await page.getByText(reason).waitFor()
  expect(await page.getByLabel('Time zone').getAttribute('aria-invalid')).not.toBe('true')
})

test('a masjid is warned about earlier or later starts only if the clocks of the new time zone show another time', async () => {
  const [masjid, khateeb] = [await newMasjid(site.url, { zipCode: '46204' }), await newKhateeb(site.url)]
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid))
  const page = await openAs(site, masjid, '/about-me')
  const zone = page.getByLabel('Time zone')
  const warning = page.getByText('so they really start earlier or later')
  await zone.selectOption('America/Indiana/Knox')
  await warning.waitFor()
  await zone.selectOption('America/Indiana/Marengo')
  await expect.poll(() => warning.count()).toBe(0)
  await page.getByText('Saving this sends 1 khateeb an email').waitFor()
})

test('a dashboard does not say “You’re all caught up” until a changed start is reconfirmed, even if the khutbah’s row is not shown', async () => {
  const [near, moving, khateeb] = [
    await newMasjid(site.url),
    await newMasjid(site.url),
    await newKhateeb(site.url),
  ]
  for (let week = 0; week < 4; week += 1)
    await confirmKhateeb(near, khateeb, await postSlot(near, '13:00', fridayAfter(week)))
  await confirmKhateeb(moving, khateeb, await postSlot(moving, '13:00', fridayAfter(4)))
  const page = await openAs(site, khateeb, '/dashboard')
  await page.getByText('You’re all caught up.').waitFor()

  await moving.client.call(updateMasjid, { uid: 'me', zipCode: '60601' })
  await page.reload()
  await page.getByRole('link', { name: '1 khutbah to confirm again' }).click()
  expect(await page.getByText('You’re all caught up.').count()).toBe(0)
  await press(page, 'Show More')
  await press(page, 'Confirm Again')
  await page.getByText('You’re all caught up.').waitFor()
})

test('a khateeb who confirms an old start gets an error that the start has changed again', async () => {
  const [masjid, khateeb] = [await newMasjid(site.url), await newKhateeb(site.url)]
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid))
  await masjid.client.call(updateMasjid, { uid: 'me', zipCode: '60601' })
  const page = await openAs(site, khateeb, '/dashboard')
  await row(page, 'Upcoming Khutbahs', masjid.name).getByText('Please confirm again').waitFor()
  await masjid.client.call(updateMasjid, { uid: 'me', zipCode: '80202' })
  await press(page, 'Confirm Again')
  expect(await readAndCloseToast(page)).toBe(
    'Failed to confirm.\nThe start has changed. Please look at the new time first.',
  )
})

test('a verified masjid is warned that a new name removes its badge', async () => {
  const masjid = await newMasjid(site.url)
  await site.database.transaction((tx) =>
    runOperatorCommand(tx, { uid: masjid.uid }, { kind: 'verify', on: true }),
  )
  const page = await openAs(site, masjid, '/about-me')
  await fill(page, { 'Masjid name': 'Another name' })
  await page.getByText('Saving this removes your Verified badge').waitFor()
  await press(page, 'Save')
  expect(await readAndCloseToast(page)).toBe('Profile updated successfully!')
})

test('a verified masjid is warned that a move of more than 50 miles removes its badge', async () => {
  const masjid = await newMasjid(site.url)
  await site.database.transaction((tx) =>
    runOperatorCommand(tx, { uid: masjid.uid }, { kind: 'verify', on: true }),
  )
  const page = await openAs(site, masjid, '/about-me')
  const warning = page.getByText('If you move more than 50 miles, saving this removes your Verified badge')
  await fill(page, { 'ZIP code': '60601' })
  await warning.waitFor()
  await press(page, 'Save')
  expect(await readAndCloseToast(page)).toBe('Profile updated successfully!')
  expect(await warning.count()).toBe(0)
})

test('a verified khateeb is warned that a new name removes his badge', async () => {
  const khateeb = await newKhateeb(site.url)
  await site.database.transaction((tx) =>
    runOperatorCommand(tx, { uid: khateeb.uid }, { kind: 'verify', on: true }),
  )
  const page = await openAs(site, khateeb, '/about-me')
  await fill(page, { 'First name': 'Idris' })
  await page.getByText('Saving this removes your Verified badge').waitFor()
  await press(page, 'Save')
  expect(await readAndCloseToast(page)).toBe('Profile updated successfully!')
  expect(await page.getByText('Saving this removes your Verified badge').count()).toBe(0)
})
