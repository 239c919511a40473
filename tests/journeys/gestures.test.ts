import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { getMasjid, getUser, updateUser } from '../../contract/own-records.ts'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import {
  confirmKhateeb,
  fridayAfter,
  mondayInstant,
  postSlot,
  requestSlot,
  slotSeenBy,
} from '../runtime/slots.ts'
import { openAs } from './pages.ts'
import { openSlotPanel } from './sections.ts'

const documentedLines = readFileSync('docs/gestures.md', 'utf8').split('\n')
const site = await openSite()
await site.setNow(mondayInstant)
const zipCode = '82601'
let masjid: TestAccount
let khateeb: TestAccount

beforeEach(async () => {
  await site.database.db.deleteFrom('khateebs').execute()
  await site.database.db.deleteFrom('masjids').execute()
  masjid = await newMasjid(site.url, { zipCode })
  khateeb = await newKhateeb(site.url, { zipCode, firstName: 'Idris', lastName: 'Qandil' })
})

/** Opens a screen of an account. From then on, the browser counts presses and typed characters. */
async function openAndCountGestures(account: TestAccount, path: string): Promise<Page> {
  const page = await openAs(site, account)
  await page.addInitScript(() => {
    for (const kind of ['pointerdown', 'keydown'])
      addEventListener(
        kind,
        ({ isTrusted }) => {
          const before = Number(sessionStorage.getItem('gestures'))
          if (isTrusted) sessionStorage.setItem('gestures', String(before + 1))
        },
        true,
      )
  })
  await page.goto(path)
  return page
}

/** The rows of the table: the task, its number of gestures, and the highest allowed number. */
const tableRows: (readonly [task: string, gestures: number, bound: number])[] = []

/** Prints the table of docs/gestures.md with the numbers of this run. */
afterAll(() => {
  const rows = tableRows.map(([task, gestures, bound]) => `| ${task} | ${gestures} | ${bound} |`)
  process.stdout.write(`\n| Task | Gestures | Bound |\n|---|---|---|\n${rows.join('\n')}\n\n`)
})

/** Adds a row to the table. Expects that the count is within its bound and is the same as in docs/gestures.md. */
function expectGestures(task: string, gestures: number, bound: number): void {
  tableRows.push([task, gestures, bound])
  expect(gestures).toBeLessThanOrEqual(bound)
  expect(documentedLines).toContain(`| ${task} | ${gestures} | ${bound} |`)
}

const gesturesOn = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem('gestures')))

test('a masjid invites two khateebs to a slot with at most 4 gestures', async () => {
  await newKhateeb(site.url, { zipCode, firstName: 'Tariq', lastName: 'Oakes' })
  await postSlot(masjid)
  const page = await openAndCountGestures(masjid, '/masjid-landing')
  const panel = await openSlotPanel(page, '1:00 PM')
  await panel.getByRole('checkbox', { name: 'Idris Qandil' }).click()
  await panel.getByRole('checkbox', { name: 'Tariq Oakes' }).click()
  await panel.getByRole('button', { name: 'Invite 2 Khateebs' }).click()
  await expect.poll(async () => (await khateeb.client.call(getUser, { uid: 'me' })).inviteCount).toBe(1)
  expectGestures('A masjid invites two khateebs to a slot', await gesturesOn(page), 4)
})

test('a masjid reads the profile of a requesting khateeb and approves the request with at most 2 gestures', async () => {
  const slot = await postSlot(masjid)
  await khateeb.client.call(updateUser, { uid: 'me', bio: 'Teaches the Arabic of the Quran.' })
  await requestSlot(khateeb, slot)
  const page = await openAndCountGestures(masjid, '/masjid-landing')
  const panel = await openSlotPanel(page, '1:00 PM')
  await panel.getByText('Teaches the Arabic of the Quran.').waitFor()
  await panel.getByRole('button', { name: 'Approve' }).click()
  await panel.getByText('Confirmed').waitFor()
  expect(await slotSeenBy(masjid, slot)).toMatchObject({ khateebUid: khateeb.uid })
  expectGestures(
    'A masjid reads the profile of a khateeb who sent a request, and approves the request',
    await gesturesOn(page),
    2,
  )
})

test('a khateeb who is booked on some Fridays requests three slots with at most 4 gestures', async () => {
  for (const week of [0, 1, 2, 3, 4, 5]) {
    const slot = await postSlot(masjid, '13:00', fridayAfter(week))
    const other = await newMasjid(site.url, { zipCode })
    if (week % 2 === 0) {
      await confirmKhateeb(other, khateeb, await postSlot(other, '13:15', slot.khutbahDate))
    }
  }
  const page = await openAndCountGestures(khateeb, '/dashboard')
  await page.getByRole('link', { name: 'See All Slots' }).click()
  const requests = page.getByRole('button', { name: 'Request to Lead' })
  for (const left of [3, 2, 1]) {
    await expect.poll(() => requests.count()).toBe(left)
    await requests.first().click()
  }
  const sent = async () => (await khateeb.client.call(getUser, { uid: 'me' })).sentRequests
  await expect.poll(async () => (await sent()).length).toBe(3)
  expect((await sent()).map((it) => it.khutbahDate)).toEqual([1, 3, 5].map(fridayAfter))
  expectGestures(
    'A khateeb who is already booked on some Fridays requests three slots',
    await gesturesOn(page),
    4,
  )
})

test('a masjid posts 13 Fridays of three services with at most 15 gestures', async () => {
  const page = await openAndCountGestures(masjid, '/masjid-landing')
  await page.getByRole('link', { name: 'Friday Plan' }).click()
  // The fields already contain an afternoon time, so PM need not be typed.
  const typeTime = async (service: number, digits: string) => {
    const time = page.getByLabel('Time', { exact: true }).nth(service)
    await time.click({ position: { x: 20, y: 20 } })
    await page.keyboard.type(digits)
  }
  await typeTime(0, '1230')
  await page.getByRole('button', { name: 'Add a Service' }).click()
  await typeTime(1, '0115')
  await page.getByRole('button', { name: 'Add a Service' }).click()
  await page.getByRole('button', { name: 'Start the Plan' }).click()
  const posted = async () =>
    (await masjid.client.call(getMasjid, { uid: 'me' })).khutbahs.map((it) =>
      String(it.times.map(({ time }) => time.time)),
    )
  await expect.poll(posted).toEqual(Array.from({ length: 13 }, () => '12:30,13:15,14:00'))
  expectGestures('A masjid posts 13 Fridays of three services', await gesturesOn(page), 15)
})

test('a masjid moves the services of 13 Fridays by an hour with at most 4 gestures', async () => {
  for (let week = 0; week < 13; week += 1) await postSlot(masjid, '13:00', fridayAfter(week))
  const page = await openAndCountGestures(masjid, '/masjid-landing')
  await page.getByRole('columnheader', { name: '1:00 PM' }).getByRole('button').click()
  await page.getByText('13 khutbahs selected').waitFor()
  await page.getByRole('button', { name: 'Change Time' }).click()
  await page.getByRole('button', { name: '1 hour later' }).click()
  await page.getByRole('button', { name: 'Move 13 Khutbahs' }).click()
  const times = async () => {
    const { khutbahs } = await masjid.client.call(getMasjid, { uid: 'me' })
    return new Set(khutbahs.flatMap((it) => it.times.map(({ time }) => time.time)))
  }
  await expect.poll(times).toEqual(new Set(['14:00']))
  expectGestures('A masjid moves a service by an hour for a season', await gesturesOn(page), 4)
})
