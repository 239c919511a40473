import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifyEmail } from '../../contract/account-email.ts'
import { inviteNewKhateeb } from '../../contract/members.ts'
import { getOurKhateebs } from '../../contract/our-khateebs.ts'
import { paths, withToken } from '../../contract/screen-paths.ts'
import { moveSlot } from '../../contract/slot-moves.ts'
import { clientOf } from '../runtime/app.ts'
import { openSite } from '../runtime/browser.ts'
import { tokenInLetter } from '../runtime/email-changes.ts'
import { longDate } from '../runtime/format-dates.ts'
import { newKhateeb } from '../runtime/people.ts'
import { confirmKhateeb, friday, postSlot, slotSeenBy } from '../runtime/slots.ts'
import { newMember, newOwner } from '../runtime/team.ts'
import { errorAt, fill, press } from './forms.ts'
import { holdRequests } from './hold-requests.ts'
import { countRequests } from './live-screens.ts'
import { gotoUntilQuiet, internalError, openAs } from './pages.ts'
import { addAxe, axeViolations } from './probes/axe.ts'
import { openSlotPanel, readAndCloseToast, row } from './sections.ts'
import { khateebFields } from './sign-up-fields.ts'

const site = await openSite()
const app = { baseUrl: site.url, database: site.database }
const section = 'Invited by Email'
const invitationLinkFor = async (email: string) =>
  withToken(paths.acceptInvitation, await tokenInLetter(app, email, 'new_khateeb_invited'))

test('a khateeb whom an owner invites by email joins by the link and is approved', async () => {
  const owner = await newOwner(app)
  const page = await openAs(site, owner, paths.ourKhateebs)
  await addAxe(page.context())
  await page.reload()
  const email = `invited-${randomUUID()}@minbar.example`
  await press(page, 'Invite a Khateeb')
  await press(page, 'Send Invitation')
  await expect.poll(() => errorAt(page, 'Their email')).not.toBe('')
  await fill(page, { 'Their email': email })
  expect(await axeViolations(page)).toEqual([])
  await press(page, 'Send Invitation')
  expect(await readAndCloseToast(page)).toBe(`We sent an invitation to ${email}.`)
  await row(page, section, email).waitFor()
  expect(await axeViolations(page)).toEqual([])

  const invited = await site.open()
  await addAxe(invited.context())
  await invited.goto(await invitationLinkFor(email))
  await invited.getByText('This masjid in Dearborn, MI would like you to give khutbahs there.').waitFor()
  await fill(invited, khateebFields)
  expect(await axeViolations(invited)).toEqual([])
  await press(invited, 'Accept and create account')
  await invited.waitForURL(/\/dashboard$/u)
  await page.reload()
  const khateeb = page.getByRole('listitem').filter({ hasText: 'Yusuf Khan' })
  await khateeb.getByText('Approved', { exact: true }).waitFor()
  await expect.poll(() => row(page, section, email).count()).toBe(0)
})

test('after a refusal because the slot was filled, the dialog Invite a Khateeb offers no slot, and sends the invitation without a slot', async () => {
  const owner = await newOwner(app)
  const slot = await postSlot(owner)
  const page = await openAs(site, owner, paths.ourKhateebs)
  await press(page, 'Invite a Khateeb')
  const email = `invited-${randomUUID()}@minbar.example`
  await fill(page, { 'Their email': email })
  const asked = page.getByLabel('Ask for a khutbah')
  await asked.selectOption({ index: 1 })
  await confirmKhateeb(owner, await newKhateeb(site.url), slot)
  await press(page, 'Send Invitation')
  expect(await readAndCloseToast(page)).toBe(
    'Failed to send the invitation.\nThis slot already has a khateeb.',
  )
  await expect.poll(() => asked.locator('option').allInnerTexts()).toEqual(['No specific khutbah'])
  await press(page, 'Send Invitation')
  expect(await readAndCloseToast(page)).toBe(`We sent an invitation to ${email}.`)
})

test('a khateeb with an account accepts an invitation, and a person without a khateeb profile is asked to add one', async () => {
  const owner = await newOwner(app)
  const [khateeb, another] = [await newKhateeb(site.url), await newOwner(app)]
  for (const { email } of [khateeb, another]) await owner.client.call(inviteNewKhateeb, { email })
  const page = await openAs(site, khateeb, await invitationLinkFor(khateeb.email))
  await press(page, 'Accept the invitation')
  await page.getByText(`${owner.name} now knows that you are on Minbar.`).waitFor()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.waitForURL(/\/dashboard/u)
  const { khateebs } = await owner.client.call(getOurKhateebs, { uid: 'me' })
  expect(khateebs.map((it) => it.uid)).toEqual([khateeb.uid])
  const withoutProfile = await openAs(site, another, await invitationLinkFor(another.email))
  await withoutProfile.getByText('To accept, add a khateeb profile to your account first.').waitFor()
  await withoutProfile.getByRole('link', { name: 'Open your account' }).click()
  await withoutProfile.waitForURL(/\/account$/u)
})

test('an owner resends and revokes a khateeb’s invitation, and a scheduler doesn’t see the section of invitations', async () => {
  const owner = await newOwner(app)
  const email = `invited-${randomUUID()}@minbar.example`
  await owner.client.call(inviteNewKhateeb, { email })
  const page = await openAs(site, owner, paths.ourKhateebs)
  await row(page, section, email).getByRole('button', { name: 'Send Again' }).click()
  expect(await readAndCloseToast(page)).toBe(`We sent the invitation to ${email} again.`)
  await row(page, section, email).getByRole('button', { name: 'Revoke' }).click()
  expect(await readAndCloseToast(page)).toBe(`The invitation to ${email} no longer works.`)
  await page.getByText('Is your khateeb not on Minbar yet?').waitFor()
  const scheduler = await openAs(site, await newMember(app, owner, 'scheduler'), paths.ourKhateebs)
  await scheduler.getByText('Nobody has spoken here yet').waitFor()
  expect(await scheduler.getByText(section).count()).toBe(0)
})

test('in the slot panel, an owner sends a question by email to a khateeb who has a pending invitation, and revokes the invitation', async () => {
  const owner = await newOwner(app)
  await postSlot(owner, '13:00')
  const [email = '', another = ''] = [1, 2].map(() => `invited-${randomUUID()}@minbar.example`)
  await owner.client.call(inviteNewKhateeb, { email })
  const page = await openAs(site, owner, paths.masjidLanding)
  await addAxe(page.context())
  await page.reload()
  const panel = await openSlotPanel(page, '1:00 PM')
  const asked = panel.getByRole('region', { name: 'By Email' })
  await asked.getByRole('button', { name: 'Ask for This Slot' }).click()
  expect(await readAndCloseToast(page)).toBe(`We emailed ${email}.`)
  const question = asked.getByRole('listitem').filter({ hasText: email })
  await question.getByText('Asked').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await question.getByRole('button', { name: 'Revoke' }).click()
  expect(await readAndCloseToast(page)).toBe(`The invitation to ${email} no longer works.`)
  await asked.getByText('They can answer from an email').waitFor()
  await asked.getByRole('button', { name: 'Ask by Email' }).click()
  await fill(page, { 'Their email': another })
  await press(page, 'Send Invitation')
  await asked.getByRole('listitem').filter({ hasText: another }).getByText('Asked').waitFor()
  const scheduler = await openAs(site, await newMember(app, owner, 'scheduler'), paths.masjidLanding)
  const theirs = await openSlotPanel(scheduler, '1:00 PM')
  await theirs.getByRole('heading', { name: 'Khateebs for This Slot' }).waitFor()
  expect(await theirs.getByText(email).count()).toBe(0)
  expect(await theirs.getByRole('region', { name: 'By Email' }).count()).toBe(0)
})

test('the dialog “Ask by Email” selects the slot of the panel, even if a letter’s link has opened the screen', async () => {
  const owner = await newOwner(app)
  await postSlot(owner, '13:00')
  // The id of a row in the address makes the screen load longer lists than usual.
  const page = await openAs(site, owner, `${paths.masjidLanding}?row=${randomUUID()}`)
  const panel = await openSlotPanel(page, '1:00 PM')
  await panel.getByRole('button', { name: 'Ask by Email' }).click()
  const selected = page.getByLabel('Ask for a khutbah').locator('option:checked')
  await expect.poll(() => selected.innerText()).toBe(`${longDate(friday)} · 1:00 PM`)
})

test('without signing in, invited khateebs who have no account accept or decline a question by email', async () => {
  const owner = await newOwner(app)
  const [first, second] = [await postSlot(owner, '13:00'), await postSlot(owner, '14:15')]
  const emails = [1, 2].map(() => `invited-${randomUUID()}@minbar.example`)
  const page = await openAs(site, owner, paths.ourKhateebs)
  for (const [index, email] of emails.entries()) {
    await press(page, 'Invite a Khateeb')
    await fill(page, { 'Their email': email })
    const slots = page.getByLabel('Ask for a khutbah')
    await slots.selectOption({ index: index + 1 })
    await press(page, 'Send Invitation')
    expect(await readAndCloseToast(page)).toBe(`We sent an invitation to ${email}.`)
    await row(page, section, email).getByText('Asked to give').waitFor()
  }
  const [accepting = '', declining = ''] = emails
  const linkOf = async (email: string) =>
    withToken(paths.acceptInvitation, await tokenInLetter(app, email, 'new_khateeb_asked'))

  const accepts = await site.open()
  await addAxe(accepts.context())
  await accepts.goto(await linkOf(accepting))
  await accepts.getByText('Can you give this khutbah?').waitFor()
  const { Password: _, 'Repeat password': __, ...profile } = khateebFields
  await fill(accepts, profile)
  expect(await axeViolations(accepts)).toEqual([])
  await press(accepts, 'Yes, I can give it')
  await accepts.getByText(`${owner.name} expects you.`).waitFor()
  expect(await axeViolations(accepts)).toEqual([])

  const declines = await site.open()
  await declines.goto(await linkOf(declining))
  await press(declines, 'No, I can’t')
  await declines.getByText('We told').waitFor()
  await page.reload()
  await page.getByRole('listitem').filter({ hasText: 'Yusuf Khan' }).getByText('Approved').waitFor()
  await expect.poll(() => page.getByText('Asked to give').count()).toBe(0)
  const seen = [await slotSeenBy(owner, first), await slotSeenBy(owner, second)]
  expect(seen.map((it) => it.khateeb)).toEqual(['Yusuf Khan', 'None'])
})

test('without signing in, a khateeb who has an account with a confirmed email accepts a question by email', async () => {
  const owner = await newOwner(app)
  const slotId = (await slotSeenBy(owner, await postSlot(owner, '13:00'))).slotId
  const khateeb = await newKhateeb(site.url)
  await clientOf(site.url).call(verifyEmail, { token: await tokenInLetter(app, khateeb.email, 'welcome') })
  await owner.client.call(inviteNewKhateeb, { email: khateeb.email, slotId })
  const page = await site.open()
  await page.goto(
    withToken(paths.acceptInvitation, await tokenInLetter(app, khateeb.email, 'new_khateeb_asked')),
  )
  await press(page, 'Yes, I can give it')
  await page.getByText('The khutbah is on your dashboard.').waitFor()
  expect(await page.getByRole('link', { name: 'Sign in' }).count()).toBe(1)
})

test('an invited khateeb whose answer is refused sees the new start of the slot, or that the slot was filled', async () => {
  const owner = await newOwner(app)
  const slot = await postSlot(owner, '13:00')
  const { slotId, startsAt } = await slotSeenBy(owner, slot)
  const email = `invited-${randomUUID()}@minbar.example`
  await owner.client.call(inviteNewKhateeb, { email, slotId })
  const page = await site.open()
  await page.goto(withToken(paths.acceptInvitation, await tokenInLetter(app, email, 'new_khateeb_asked')))
  await page.getByText('1:00 PM').waitFor()
  const { Password: _, 'Repeat password': __, ...profile } = khateebFields
  await fill(page, profile)
  const moved = { masjidUid: 'me', slotId, toDate: friday, toTime: '15:45', seenStart: startsAt }
  await owner.client.call(moveSlot, moved)
  await press(page, 'Yes, I can give it')
  expect(await readAndCloseToast(page)).toBe(
    'Failed to send your answer.\nThe start has changed. Please look at the new time first.',
  )
  await page.getByText('3:45 PM').waitFor()
  expect(await page.getByLabel('First name').inputValue()).toBe(profile['First name'])
  await confirmKhateeb(owner, await newKhateeb(site.url), { ...slot, khutbahTime: '15:45' })
  await press(page, 'Yes, I can give it')
  expect(await readAndCloseToast(page)).toBe('Failed to send your answer.\nThis slot already has a khateeb.')
  await page.getByText('The khutbah that it asked you to give has a khateeb now').waitFor()
})

test.each([
  ['No, I can’t', 'Yes, I can give it', '**/join_as_khateeb'],
  ['Yes, I can give it', 'No, I can’t', '**/decline_invitation'],
])('an invited khateeb cannot press “%s” while “%s” is being sent', async (disabled, pressed, address) => {
  const owner = await newOwner(app)
  const { slotId } = await slotSeenBy(owner, await postSlot(owner, '13:00'))
  const email = `invited-${randomUUID()}@minbar.example`
  await owner.client.call(inviteNewKhateeb, { email, slotId })
  const page = await site.open()
  await page.goto(withToken(paths.acceptInvitation, await tokenInLetter(app, email, 'new_khateeb_asked')))
  const { Password: _, 'Repeat password': __, ...profile } = khateebFields
  await fill(page, profile)
  const held = await holdRequests(page, address)
  await press(page, pressed)
  await expect.poll(held.count).toBe(1)
  expect(await page.getByRole('button', { name: disabled }).isDisabled()).toBe(true)
  held.release()
  await page.getByText(/expects you|We told/u).waitFor()
})

test('the result of an accepted invitation stays on the screen when the browser is online again', async () => {
  const owner = await newOwner(app)
  const khateeb = await newKhateeb(site.url)
  await owner.client.call(inviteNewKhateeb, { email: khateeb.email, slotId: null })
  const page = await openAs(site, khateeb)
  await page.clock.install()
  const lookUps = countRequests(page, /^\/look_up_invitation$/u)
  await page.goto(await invitationLinkFor(khateeb.email))
  await press(page, 'Accept the invitation')
  const result = page.getByText(`${owner.name} now knows that you are on Minbar.`)
  await result.waitFor()
  await page.context().setOffline(true)
  await page.clock.fastForward(60_000)
  await page.context().setOffline(false)
  await page.clock.runFor(10_000)
  expect(lookUps()).toBe(1)
  expect(await result.isVisible()).toBe(true)
})

test('the dialog Invite a Khateeb shows an error if the masjid’s khutbahs fail to load, and loads them when it opens again', async () => {
  const owner = await newOwner(app)
  await postSlot(owner)
  const page = await openAs(site, owner)
  await gotoUntilQuiet(page, paths.ourKhateebs)
  await page.route('**/masjids/me?*', (route) => route.fulfill(internalError))
  await press(page, 'Invite a Khateeb')
  await expect
    .poll(() => errorAt(page, 'Ask for a khutbah'))
    .toBe('Error fetching masjid data. Please try again later.')
  await page.unroute('**/masjids/me?*')
  await press(page, 'Cancel')
  await press(page, 'Invite a Khateeb')
  await expect.poll(() => page.getByLabel('Ask for a khutbah').locator('option').count()).toBe(2)
  expect(await errorAt(page, 'Ask for a khutbah')).toBe('')
})
