import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { verifyEmail } from '../../contract/account-email.ts'
import { getSession } from '../../contract/identity.ts'
import { getMyKhutbahs } from '../../contract/khutbahs.ts'
import { paths, withToken } from '../../contract/screen-paths.ts'
import { moveSlot } from '../../contract/slot-moves.ts'
import { runOperatorCommand } from '../../server/identity/operator-command.ts'
import { joinMasjid } from '../runtime/add-member.ts'
import { answerTokenIn } from '../runtime/answer-links.ts'
import { clientOf } from '../runtime/app.ts'
import { openSite, signInOn } from '../runtime/browser.ts'
import { sendAndCollectLetters, sendAndCollectLettersTo } from '../runtime/collect-letters.ts'
import { tokenInLetter } from '../runtime/email-changes.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import { personIdOf } from '../runtime/person-id.ts'
import { confirmKhateeb, inviteKhateeb, postSlot, requestSlot, slotSeenBy } from '../runtime/slots.ts'
import { logIn, press } from './forms.ts'
import { addAxe, axeViolations } from './probes/axe.ts'

const site = await openSite()

/** Confirms the email of an account, because only letters to confirmed emails have answer links. */
async function confirmEmailOf(account: TestAccount): Promise<TestAccount> {
  const token = await tokenInLetter(site, account.email, 'welcome')
  await clientOf(site.url).call(verifyEmail, { token })
  return account
}

/** Sends the due letters. Returns the address of the answer link in the letters to an account. */
async function sendAndFindAnswerLink(account: TestAccount): Promise<string> {
  const texts = (await sendAndCollectLettersTo(site.database, account)).map(({ text }) => text)
  return withToken(paths.answer, answerTokenIn(texts.join('\n')) ?? 'no link')
}

async function setUpInvite() {
  const masjid = await newMasjid(site.url)
  const khateeb = await confirmEmailOf(await newKhateeb(site.url))
  const slot = await postSlot(masjid, '13:00')
  await inviteKhateeb(masjid, khateeb, slot)
  return { masjid, khateeb, slot, link: await sendAndFindAnswerLink(khateeb) }
}

test('a khateeb can accept an invite by the link in the letter, and withdraw by the same link, without a session', async () => {
  const { masjid, khateeb, slot, link } = await setUpInvite()
  const page = await site.open()
  await addAxe(page.context())
  await page.goto(link)
  await page.getByText('Can you give this khutbah?').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByText(masjid.name).waitFor()
  expect((await slotSeenBy(masjid, slot)).khateeb).toBe('None')
  await press(page, 'Yes, I can give it')
  await page.getByText(`${masjid.name} expects you.`).waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect((await slotSeenBy(masjid, slot)).khateeb).toBe(khateeb.name)
  expect(await (await page.context().request.get(getSession.path)).json()).toBeNull()

  await page.reload()
  await page.getByText('You are giving this khutbah.').waitFor()
  await press(page, 'I can’t come')
  expect(await axeViolations(page)).toEqual([])
  await press(page, 'Tell the masjid that I can’t come')
  await page.getByText('Please tell the masjid why.').waitFor()
  await page.getByLabel('Reason', { exact: true }).fill('My flight was moved.')
  await press(page, 'Tell the masjid that I can’t come')
  await page.getByText(`Thank you. We told ${masjid.name} that you can’t.`).waitFor()
  expect((await slotSeenBy(masjid, slot)).khateeb).toBe('None')

  await page.reload()
  await page.getByText('There is nothing to answer here any more.').waitFor()
  expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.waitForURL('**/login')
})

test('a masjid’s member can approve a request by the link in the letter, and sees how many other proposals the approval closed', async () => {
  const masjid = await confirmEmailOf(await newMasjid(site.url))
  const khateeb = await newKhateeb(site.url)
  const slot = await postSlot(masjid, '13:00')
  await requestSlot(khateeb, slot)
  await inviteKhateeb(masjid, await newKhateeb(site.url), slot)
  const page = await site.open()
  await page.goto(await sendAndFindAnswerLink(masjid))
  await page.getByText(`${khateeb.name} asks to give this khutbah.`).waitFor()
  await page.getByText('Approving closes 1 other request or invite at that hour.').waitFor()
  await press(page, 'Approve')
  await page.getByText('You approved the request.').waitFor()
  await page.getByText('1 other request or invite at that hour was closed.').waitFor()
  expect((await slotSeenBy(masjid, slot)).khateeb).toBe(khateeb.name)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.waitForURL('**/login?next=*')
})

describe('the link “Sign in” on the screen of an answer link about the member’s second masjid', () => {
  let member: TestAccount
  let second: TestAccount
  let page: Page

  beforeEach(async () => {
    member = await confirmEmailOf(await newMasjid(site.url))
    second = await newMasjid(site.url)
    const { db } = site.database
    await joinMasjid(db, await personIdOf(db, member.uid), second.uid, 'scheduler')
    await requestSlot(await newKhateeb(site.url), await postSlot(second))
    page = await site.open()
  })

  test('leads to the slot of the second masjid after signing in', async () => {
    await page.goto(await sendAndFindAnswerLink(member))
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.waitForURL('**/login?next=*')
    await logIn(page, member)
    await page.getByRole('heading', { level: 1, name: second.name }).waitFor()
    expect(await page.locator('[data-lit]:focus').innerText()).toContain('1 request')
  })

  test('leads to the slot of the second masjid if the member is signed in already', async () => {
    await signInOn(page, member)
    await page.goto(await sendAndFindAnswerLink(member))
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('heading', { level: 1, name: second.name }).waitFor()
    expect(await page.locator('[data-lit]:focus').innerText()).toContain('1 request')
  })
})

test('a khateeb who answers by a link after the masjid has moved the slot must look at the new time first', async () => {
  const { masjid, khateeb, slot, link } = await setUpInvite()
  const page = await site.open()
  await page.goto(link)
  await page.getByText('1:00 PM').waitFor()
  const { slotId } = await slotSeenBy(masjid, slot)
  const moved = { slotId, toDate: slot.khutbahDate, toTime: '14:30' }
  await masjid.client.call(moveSlot, { masjidUid: 'me', ...moved })
  await press(page, 'Yes, I can give it')
  await page.getByText('Please look at the new time first.').waitFor()
  await page.getByText('2:30 PM').waitFor()
  await press(page, 'Yes, I can give it')
  await page.getByText(`${masjid.name} expects you.`).waitFor()
  expect((await slotSeenBy(masjid, { ...slot, khutbahTime: '14:30' })).khateeb).toBe(khateeb.name)
})

test('a khateeb can confirm the new time of a slot by a link while the masjid is suspended, and sees that it is suspended', async () => {
  const masjid = await newMasjid(site.url)
  const khateeb = await confirmEmailOf(await newKhateeb(site.url))
  const slot = await postSlot(masjid, '13:00')
  await confirmKhateeb(masjid, khateeb, slot)
  await sendAndCollectLetters(site.database)
  await masjid.client.call(moveSlot, { ...slot, toDate: slot.khutbahDate, toTime: '14:30' })
  const link = await sendAndFindAnswerLink(khateeb)
  await site.database.transaction((tx) => runOperatorCommand(tx, masjid, { kind: 'suspend', on: true }))
  const page = await site.open()
  await addAxe(page.context())
  await page.goto(link)
  await page.getByText('This masjid is suspended, so the khutbah might not take place.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByText(/^Old time: .*1:00 PM EST$/u).waitFor()
  await press(page, 'Yes, I can come')
  await page.getByText(`${masjid.name} expects you.`).waitFor()
  expect(await khateeb.client.call(getMyKhutbahs, { khateebUid: 'me' })).toMatchObject([
    { masjidSuspended: true, awaitsReconfirmation: false },
  ])
})
