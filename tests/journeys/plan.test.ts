import { expect, test } from 'vitest'
import { verifyEmail } from '../../contract/account-email.ts'
import { removeSlot } from '../../contract/khutbahs.ts'
import { getMasjid } from '../../contract/own-records.ts'
import { getPlan, savePlan, stopPlan } from '../../contract/plans.ts'
import { moveSlot } from '../../contract/slot-moves.ts'
import { clientOf } from '../runtime/app.ts'
import { openSite } from '../runtime/browser.ts'
import { tokenInLetter } from '../runtime/email-changes.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import { personIdOf } from '../runtime/person-id.ts'
import { confirmKhateeb, friday, mondayInstant } from '../runtime/slots.ts'
import { newMember } from '../runtime/team.ts'
import { openScreen } from './every-screen.ts'
import { press, waitForToast } from './forms.ts'
import { holdRequests } from './hold-requests.ts'
import { newArabicPair, newPairWithLongNames } from './named-pairs.ts'
import { card, gotoUntilLive, gotoUntilQuiet, openAs } from './pages.ts'
import { openPageForProbes, screenProblems } from './probes/screen-problems.ts'
import { readAndCloseToast } from './sections.ts'

const site = await openSite()
await site.setNow(mondayInstant)

/** Returns a service of a plan at a fixed time. */
const serviceAt = (key: number, time: string) => ({
  key,
  time,
  minutesAfterDhuhr: null,
  season: null,
  language: null,
})

/** Returns the masjid's slots at `khutbahTime` (HH:MM), soonest first, with the names of their khateebs. */
async function slotsAt(masjid: TestAccount, khutbahTime: string) {
  const { khutbahs } = await masjid.client.call(getMasjid, { uid: 'me' })
  return khutbahs.flatMap(({ date, times }) =>
    times
      .filter(({ time }) => time.time === khutbahTime)
      .map(({ khateeb }) => ({
        khateebName: khateeb,
        slot: { masjidUid: masjid.uid, khutbahDate: date, khutbahTime },
      })),
  )
}

test('a masjid starts a weekly plan, changes a time, and confirms which slots move', async () => {
  const masjid = await newMasjid(site.url)
  const khateeb = await newKhateeb(site.url)
  const page = await openAs(site, masjid, '/masjid-landing')
  await press(page, 'Add New Khutbah')
  await page.getByRole('link', { name: 'Post every Friday with a plan instead', exact: true }).click()

  await page.getByLabel('Time', { exact: true }).fill('13:15')
  await press(page, 'Add a Service')
  await page.getByLabel('Begins', { exact: true }).nth(1).selectOption('After Dhuhr')
  await page.getByLabel('Minutes after Dhuhr', { exact: true }).fill('120')
  await page.getByText('The time changes with Dhuhr, rounded up to 5 minutes.').waitFor()
  await page.getByLabel('Post how many weeks ahead', { exact: true }).selectOption('4 weeks')
  const fridays = card(page, 'The Next 13 Fridays').getByRole('listitem')
  await expect.poll(() => fridays.filter({ hasText: 'Will be posted' }).count()).toBe(4)
  await press(page, 'Start the Plan')
  await waitForToast(page, 'Your plan is saved.')
  await expect.poll(() => fridays.filter({ hasText: 'Posted' }).count()).toBe(4)
  const { plan } = await masjid.client.call(getPlan, { uid: 'me' })
  expect(plan).toEqual({
    services: [
      { key: 1, time: '13:15', minutesAfterDhuhr: null, season: null, language: null },
      { key: 2, time: null, minutesAfterDhuhr: 120, season: null, language: null },
    ],
    closures: [],
    weeksAhead: 4,
  })

  const [date = ''] = (
    await site.database.db
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
  await dialog.getByText(`${khateeb.name} will be asked to confirm again.`, { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await waitForToast(page, 'Your plan is saved.')

  await press(page, 'Stop the Plan')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop the Plan', exact: true }).click()
  await waitForToast(page, 'Your plan is stopped. Its khutbahs stay.')
  expect((await masjid.client.call(getPlan, { uid: 'me' })).isSaved).toBe(false)
})

test('the removal of a service while the plan is being saved stays an unsaved change, and saving it asks for confirmation', async () => {
  const masjid = await newMasjid(site.url)
  const fixed = { minutesAfterDhuhr: null, season: null, language: null }
  const services = [
    { key: 1, time: '13:15', ...fixed },
    { key: 2, time: '14:15', ...fixed },
  ]
  await masjid.client.call(savePlan, { masjidUid: 'me', services, closures: [], weeksAhead: 2 })
  const page = await openAs(site, masjid, '/plan')
  const held = await holdRequests(page, '**/preview_plan')
  await page.getByLabel('Post how many weeks ahead', { exact: true }).selectOption('4 weeks')
  await expect.poll(held.count).toBe(1)
  await press(page, 'Save')
  await expect.poll(held.count).toBe(2)
  await press(page, 'Remove service 2')
  held.release()
  expect(await readAndCloseToast(page)).toMatch(/^Your plan is saved\./u)
  const { plan } = await masjid.client.call(getPlan, { uid: 'me' })
  expect(plan).toEqual({ services, closures: [], weeksAhead: 4 })
  await press(page, 'Save')
  await page
    .getByRole('alertdialog', { name: 'Save the plan?' })
    .getByText(/^4 open khutbahs will be removed: /u)
    .waitFor()
})

test('the plan screen shows which slots a member has moved or canceled, and the confirmation dialog says that a moved slot stays', async () => {
  const masjid = await newMasjid(site.url)
  await masjid.client.call(savePlan, {
    masjidUid: 'me',
    services: [serviceAt(1, '13:15')],
    closures: [],
    weeksAhead: 3,
  })
  const [moved, canceled] = (await slotsAt(masjid, '13:15')).map(({ slot }) => slot)
  if (moved === undefined || canceled === undefined) throw new Error('The plan posted too few Fridays')
  await masjid.client.call(moveSlot, { ...moved, toDate: moved.khutbahDate, toTime: '16:00' })
  await masjid.client.call(removeSlot, canceled)
  const page = await openAs(site, masjid, '/plan')
  const fridays = card(page, 'The Next 13 Fridays').getByRole('listitem')
  const firstThree = async () =>
    (await fridays.allInnerTexts()).slice(0, 3).map((it) => it.split('\n').slice(1).join(' '))
  await expect
    .poll(firstThree)
    .toEqual(['4:00 PM Set by hand, stays', '1:15 PM Canceled by hand', '1:15 PM Posted'])
  await page.getByLabel('Closed on', { exact: true }).fill(moved.khutbahDate)
  await press(page, 'Save')
  const dialog = page.getByRole('alertdialog', { name: 'Save the plan?' })
  await dialog.getByText(/^1 khutbah was set by hand, and stays as it is: /u).waitFor()
  expect(await fridays.first().innerText()).toContain('4:00 PM')
})

test('a service that replaces another one in a weekly plan does not take over the slots of the removed service', async () => {
  const masjid = await newMasjid(site.url)
  const khateeb = await newKhateeb(site.url)
  const services = [serviceAt(1, '13:15'), serviceAt(2, '14:15')]
  await masjid.client.call(savePlan, { masjidUid: 'me', services, closures: [], weeksAhead: 3 })
  const second = await slotsAt(masjid, '14:15')
  const [confirmed, canceled] = second.map(({ slot }) => slot)
  if (confirmed === undefined || canceled === undefined) throw new Error('The plan posted too few Fridays')
  await confirmKhateeb(masjid, khateeb, confirmed)
  await masjid.client.call(removeSlot, canceled)

  const page = await openAs(site, masjid, '/plan')
  await press(page, 'Remove service 2')
  await press(page, 'Add a Service')
  await page.getByLabel('Time', { exact: true }).nth(1).fill('15:45')
  await press(page, 'Save')
  const dialog = page.getByRole('alertdialog', { name: 'Save the plan?' })
  await dialog.getByText(/^1 khutbah stays, because it has a khateeb, an invite or a request: /u).waitFor()
  await dialog.getByText(/^1 open khutbah will be removed: /u).waitFor()
  expect(await dialog.getByRole('listitem').count()).toBe(2)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await waitForToast(page, 'Your plan is saved.')
  expect((await slotsAt(masjid, '14:15')).map(({ khateebName }) => khateebName)).toEqual([khateeb.name])
  expect(await slotsAt(masjid, '15:45')).toHaveLength(3)
})

test.each([
  ['long', newPairWithLongNames],
  ['Arabic', newArabicPair],
])(
  'the screen Friday Plan and its dialogs pass the layout and accessibility checks with %s names',
  async (_, newPair) => {
    const { masjid, khateeb } = await newPair(site.url)
    const page = await openPageForProbes(site, masjid)
    const services = [
      { key: 1, time: '13:15', minutesAfterDhuhr: null, season: { firstDay: '01-01', lastDay: '12-31' } },
      { key: 2, time: null, minutesAfterDhuhr: 90, season: null, language: null },
    ]
    const plan = { services, closures: [], weeksAhead: 8 }
    await masjid.client.call(savePlan, { masjidUid: 'me', ...plan })
    const { khutbahs } = await masjid.client.call(getMasjid, { uid: 'me' })
    const planned = khutbahs.filter(({ times }) => times.some((it) => it.time.time === '13:15'))
    const [date = '', closed = ''] = planned.map((it) => it.date).toReversed()
    await confirmKhateeb(masjid, khateeb, { masjidUid: masjid.uid, khutbahDate: date, khutbahTime: '13:15' })
    await openScreen(page, '/plan')
    await page.getByLabel('Closed on', { exact: true }).fill(closed)
    await press(page, 'Add Closed Date')
    await press(page, 'Add Closed Date')
    await page.getByLabel('Time', { exact: true }).fill('12:00')
    await page.getByLabel('Minutes after Dhuhr', { exact: true }).fill('')
    await press(page, 'Save')
    await page.locator('[aria-invalid=true]').nth(1).waitFor()
    const problems = await screenProblems(page)
    await page.getByLabel('Minutes after Dhuhr', { exact: true }).fill('100')
    await press(page, 'Save')
    await page
      .getByRole('alertdialog', { name: 'Save the plan?' })
      .getByText('will be asked to confirm again.')
      .waitFor()
    problems.push(...(await screenProblems(page)))
    await page.keyboard.press('Escape')
    await press(page, 'Discard Changes')
    await press(page, 'Stop the Plan')
    await page.getByRole('alertdialog', { name: 'Stop the plan?' }).waitFor()
    problems.push(...(await screenProblems(page)))
    expect(problems).toEqual([])
  },
)

test('a service of a weekly plan keeps its time and its minutes when the user changes between a fixed time and Dhuhr', async () => {
  const page = await openAs(site, await newMasjid(site.url), '/plan')
  const kind = page.getByLabel('Begins', { exact: true })
  const time = page.getByLabel('Time', { exact: true })
  await time.fill('12:40')
  await kind.selectOption('After Dhuhr')
  await page.getByLabel('Minutes after Dhuhr', { exact: true }).fill('45')
  await kind.selectOption('At a fixed time')
  expect(await time.inputValue()).toBe('12:40')
  await kind.selectOption('After Dhuhr')
  expect(await page.getByLabel('Minutes after Dhuhr', { exact: true }).inputValue()).toBe('45')
})

test('saving a weekly plan also saves a closed date that was chosen but not added', async () => {
  const masjid = await newMasjid(site.url)
  const page = await openAs(site, masjid, '/plan')
  await page.getByLabel('Closed on', { exact: true }).fill('2020-01-03')
  await press(page, 'Start the Plan')
  expect(await readAndCloseToast(page)).toBe('The closed date is in the past.')
  await page.getByLabel('Closed on', { exact: true }).fill(friday)
  await press(page, 'Start the Plan')
  await waitForToast(page, 'Your plan is saved.')
  const { plan } = await masjid.client.call(getPlan, { uid: 'me' })
  expect(plan.closures).toEqual([friday])
  const closed = page.getByRole('list', { name: 'Closed dates' })
  await expect.poll(() => closed.getByRole('listitem').count()).toBe(1)
  expect(await page.getByLabel('Closed on', { exact: true }).inputValue()).toBe('')
})

test('a closed date that was chosen but not added survives navigation and a reload until the plan is saved', async () => {
  const page = await openAs(site, await newMasjid(site.url))
  await gotoUntilQuiet(page, '/plan')
  const closedOn = page.getByLabel('Closed on', { exact: true })
  await closedOn.fill(friday)
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard', exact: true }).click()
  await page.waitForURL('**/masjid-landing')
  await page.goBack()
  await expect.poll(() => closedOn.inputValue()).toBe(friday)
  await gotoUntilQuiet(page, '/plan')
  await expect.poll(() => closedOn.inputValue()).toBe(friday)
  await press(page, 'Start the Plan')
  await waitForToast(page, 'Your plan is saved.')
  await gotoUntilQuiet(page, '/plan')
  expect(await closedOn.inputValue()).toBe('')
})

test('a member who saves a weekly plan that a colleague has changed gets a refusal, then sees both changes, and can save both', async () => {
  const masjid = await newMasjid(site.url)
  const [first, colleagues] = [serviceAt(1, '13:15'), serviceAt(2, '14:15')]
  const before = { masjidUid: 'me', services: [first], closures: [], weeksAhead: 2 }
  await masjid.client.call(savePlan, before)
  const page = await openAs(site, masjid, '/plan')
  await page.getByLabel('Post how many weeks ahead', { exact: true }).selectOption('4 weeks')
  await press(page, 'Add a Service')
  await page.getByLabel('Time', { exact: true }).nth(1).fill('15:45')
  await masjid.client.call(savePlan, { ...before, services: [first, colleagues], closures: [friday] })
  await press(page, 'Save')
  expect(await readAndCloseToast(page)).toBe(
    'Failed to save your plan.\nThe plan has changed since you opened it. Please check it, then save again.',
  )
  const closed = page.getByRole('list', { name: 'Closed dates' })
  await expect.poll(() => closed.getByRole('listitem').count()).toBe(1)
  await press(page, 'Save')
  await waitForToast(page, 'Your plan is saved.')
  const { plan } = await masjid.client.call(getPlan, { uid: 'me' })
  expect(plan).toEqual({
    services: [first, colleagues, serviceAt(3, '15:45')],
    closures: [friday],
    weeksAhead: 4,
  })
})

test('a member who saves changes to a weekly plan that a colleague has stopped gets a refusal, and can start the plan with these changes', async () => {
  const masjid = await newMasjid(site.url)
  const plan = { services: [serviceAt(1, '13:15')], closures: [friday], weeksAhead: 2 }
  await masjid.client.call(savePlan, { masjidUid: 'me', ...plan })
  const page = await openAs(site, masjid, '/plan')
  const held = await holdRequests(page, '**/save_plan')
  await page.getByLabel('Post how many weeks ahead', { exact: true }).selectOption('4 weeks')
  await press(page, 'Save')
  await expect.poll(held.count).toBe(1)
  await masjid.client.call(stopPlan, { masjidUid: 'me' })
  held.release()
  expect(await readAndCloseToast(page)).toBe(
    'Failed to save your plan.\nThe plan was stopped since you opened it. You can start it again.',
  )
  expect((await masjid.client.call(getPlan, { uid: 'me' })).isSaved).toBe(false)
  await press(page, 'Start the Plan')
  await waitForToast(page, 'Your plan is saved.')
  const started = await masjid.client.call(getPlan, { uid: 'me' })
  expect([started.isSaved, started.plan]).toEqual([true, { ...plan, weeksAhead: 4 }])
})

test('unsaved changes of a weekly plan survive a reload, and are added to what a colleague has saved meanwhile', async () => {
  const masjid = await newMasjid(site.url)
  const saved = { masjidUid: 'me', services: [serviceAt(1, '13:15')], closures: [], weeksAhead: 2 }
  await masjid.client.call(savePlan, saved)
  const page = await openAs(site, masjid, '/plan')
  await press(page, 'Add a Service')
  await page.getByLabel('Time', { exact: true }).nth(1).fill('15:45')
  await page.getByText('Not saved yet').waitFor()
  await masjid.client.call(savePlan, { ...saved, weeksAhead: 4 })
  await page.reload()
  await page.getByText('Not saved yet').waitFor()
  await expect.poll(() => page.getByLabel('Time', { exact: true }).nth(1).inputValue()).toBe('15:45')
  await press(page, 'Save')
  await waitForToast(page, 'Your plan is saved.')
  await expect.poll(() => page.getByText('Not saved yet').count()).toBe(0)
  const { plan } = await masjid.client.call(getPlan, { uid: 'me' })
  expect(plan).toEqual({
    services: [serviceAt(1, '13:15'), serviceAt(2, '15:45')],
    closures: [],
    weeksAhead: 4,
  })
  await page.reload()
  await page.getByRole('button', { name: 'Stop the Plan' }).waitFor()
})

test('a viewer sees which slots the weekly plan posts, but can’t change the plan', async () => {
  const app = { baseUrl: site.url, database: site.database }
  const masjid = await newMasjid(site.url)
  const token = await tokenInLetter(app, masjid.email, 'welcome')
  await clientOf(site.url).call(verifyEmail, { token })
  const owner = { ...masjid, personId: await personIdOf(site.database.db, masjid.uid) }
  const page = await openAs(site, await newMember(app, owner, 'viewer'), '/plan')
  await page.getByText('An owner or a scheduler can set one.').waitFor()
  const services = [{ key: 1, time: '13:15', minutesAfterDhuhr: null, season: null, language: null }]
  await masjid.client.call(savePlan, { masjidUid: 'me', services, closures: [], weeksAhead: 2 })
  await page.reload()
  await expect.poll(() => page.getByText('Posted', { exact: true }).count()).toBe(2)
  // Poll, because the screen is inert until it is hydrated.
  await expect.poll(() => page.getByRole('main').getByRole('button').allInnerTexts()).toEqual(['Go Back'])
})

test('removing a service from a weekly plan moves the focus to the section of services', async () => {
  const page = await openAs(site, await newMasjid(site.url))
  await gotoUntilLive(page, '/plan')
  await press(page, 'Add a Service')
  await page.getByRole('button', { name: 'Remove service 2' }).press('Enter')
  const services = page.getByRole('heading', { name: 'Services', exact: true })
  await expect.poll(() => services.evaluate((it) => it === document.activeElement)).toBe(true)
})
