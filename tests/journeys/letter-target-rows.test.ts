import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { addKhutbah } from '../../contract/khutbahs.ts'
import { getUser } from '../../contract/own-records.ts'
import { landingAtRow } from '../../contract/screen-paths.ts'
import type { LetterKind } from '../../server/letters/content/letter.ts'
import { openSite, signInOn } from '../runtime/browser.ts'
import { sendAndCollectLetters } from '../runtime/collect-letters.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import {
  approveKhateeb,
  confirmByInvite,
  fridayAfter,
  inviteKhateeb,
  postSlot,
  requestSlot,
  revokeInviteOf,
  slotSeenBy,
  withdrawFrom,
} from '../runtime/slots.ts'
import { logIn, press } from './forms.ts'
import { untilHydrated } from './pages.ts'

const site = await openSite()
let khateeb: TestAccount
let masjid: TestAccount

beforeEach(async () => {
  khateeb = await newKhateeb(site.url)
  masjid = await newMasjid(site.url)
})

/** Sends all due letters. Returns the address of the row to which the person's newest letter of this kind links. */
async function sendAndFindRowLink(kind: LetterKind, { email }: TestAccount): Promise<string> {
  const letters = await sendAndCollectLetters(site.database)
  const letter = letters.findLast((it) => it.kind === kind && it.to === email)
  const [, link = ''] = /https:\/\/minbar\.test(\/\S+\?row=\S+)/.exec(letter?.text ?? '') ?? []
  return link
}

/** Returns the text of the highlighted row, which has the focus. */
async function focusedRowText(page: Page): Promise<string> {
  const row = page.locator('[data-lit]:focus')
  await row.waitFor()
  return row.innerText()
}

async function openScreenAs(person: TestAccount, address: string): Promise<Page> {
  const page = await site.open()
  await signInOn(page, person)
  await page.goto(address)
  return page
}

describe('the button of a letter', () => {
  test('leads to the row of an invite after signing in, even if the invite is not among the first five', async () => {
    for (let week = 0; week < 7; week += 1)
      await inviteKhateeb(masjid, khateeb, await postSlot(masjid, '13:00', fridayAfter(week)))
    const page = await site.open()
    await page.goto(await sendAndFindRowLink('invite_received', khateeb))
    await page.waitForURL('**/login?next=*')
    await logIn(page, khateeb)
    expect(await focusedRowText(page)).toContain(masjid.name)
    expect(await page.locator('[data-lit]').count()).toBe(1)
  })

  test('leads to a slot of the season board after signing in', async () => {
    const slot = await postSlot(masjid)
    await requestSlot(khateeb, slot)
    const { slotId } = await slotSeenBy(masjid, slot)
    const page = await site.open()
    await page.goto(landingAtRow('masjid', slotId))
    await page.waitForURL('**/login?next=*')
    await logIn(page, masjid)
    expect(await focusedRowText(page)).toContain('1 request')
  })

  test('leads to the row of a request, and answering the request there shows no notice', async () => {
    await requestSlot(khateeb, await postSlot(masjid))
    const page = await openScreenAs(masjid, await sendAndFindRowLink('request_received', masjid))
    expect(await focusedRowText(page)).toContain('Approve')
    await press(page, 'Approve')
    await page.locator('[data-lit]').waitFor({ state: 'detached' })
    expect(await page.getByText('That link is out of date').count()).toBe(0)
  })

  test('leads to the row of a khutbah for which the khateeb is confirmed', async () => {
    const slot = await postSlot(masjid)
    await requestSlot(khateeb, slot)
    await approveKhateeb(masjid, khateeb, slot)
    const page = await openScreenAs(khateeb, await sendAndFindRowLink('request_approved', khateeb))
    expect(await focusedRowText(page)).toContain('Withdraw')
  })

  test('leads to the row of a slot that lost its khateeb, even on a date that the board collapses', async () => {
    for (let week = 0; week < 16; week += 1) await postSlot(masjid, '13:00', fridayAfter(week))
    const last = await postSlot(masjid, '14:00', fridayAfter(15))
    await requestSlot(khateeb, last)
    await approveKhateeb(masjid, khateeb, last)
    await withdrawFrom(khateeb, last)
    const page = await openScreenAs(masjid, await sendAndFindRowLink('khateeb_withdrew', masjid))
    expect(await focusedRowText(page)).toContain('2:00 PM')
  })
})

test('the button of a letter leads to a slot that is under way, on both dashboards', async () => {
  await site.setNow('2026-06-01T12:00:00Z')
  const slot = await postSlot(masjid, '13:00', '2026-06-05')
  await confirmByInvite(masjid, khateeb, slot)
  const link = await sendAndFindRowLink('invite_accepted', masjid)
  await site.setNow('2026-06-05T17:30:00Z')
  const atMasjid = await openScreenAs(masjid, link)
  expect(await focusedRowText(atMasjid)).toContain(khateeb.name)
  const atKhateeb = await openScreenAs(khateeb, link.replace('/masjid-landing', '/dashboard'))
  expect(await focusedRowText(atKhateeb)).toContain(masjid.name)
  for (const page of [atMasjid, atKhateeb])
    expect(await page.getByText('That link is out of date').count()).toBe(0)
  await site.setNow(null)
})

test('the button of a letter about an item beyond the first 100 shows a notice until the item’s row is loaded, and then leads to the row', async () => {
  const hours = ['08', '09', '10', '11', '12', '13', '14', '15', '16', '17']
  const times = hours.flatMap((hour) => [`${hour}:00`, `${hour}:30`])
  const dates = Array.from({ length: 5 }, (_, week) => fridayAfter(week))
  for (const date of dates) await masjid.client.call(addKhutbah, { masjidUid: 'me', date, times })
  const slots = dates.flatMap((date) => times.map((time) => ({ ...khutbahOn(date), khutbahTime: time })))
  for (const slot of slots) await inviteKhateeb(masjid, khateeb, slot)
  await inviteKhateeb(masjid, khateeb, await postSlot(masjid, '13:00', fridayAfter(5)))
  const { invites } = await khateeb.client.call(getUser, { uid: 'me' })
  const page = await openScreenAs(khateeb, `/dashboard?row=${invites[100]?.requestId}`)
  await page.getByText('Further down the list').waitFor()
  expect(await page.getByText('That link is out of date').count()).toBe(0)
  await page.getByRole('button', { name: 'Show More' }).click()
  expect(await focusedRowText(page)).toContain(masjid.name)
  expect(await page.getByText('Further down the list').count()).toBe(0)
})

/** Returns the fields that identify the masjid's khutbah on a date. */
const khutbahOn = (khutbahDate: string) => ({ masjidUid: masjid.uid, khutbahDate })

test('the button of a letter whose invite was revoked leads to a notice', async () => {
  const slot = await postSlot(masjid)
  await inviteKhateeb(masjid, khateeb, slot)
  const link = await sendAndFindRowLink('invite_received', khateeb)
  await revokeInviteOf(masjid, khateeb, slot)
  const page = await openScreenAs(khateeb, link)
  await page.getByText('That link is out of date').waitFor()
  await untilHydrated(page)
  expect(await page.locator('[data-lit]').count()).toBe(0)
})
