import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { getSession } from '../../contract/identity.ts'
import { getMembers, removeMember, revokeInvitation } from '../../contract/members.ts'
import { paths, withToken } from '../../contract/screen-paths.ts'
import { runOperatorCommand } from '../../server/identity/operator-command.ts'
import { streamBounds } from '../../server/live/change-streams.ts'
import { openSite } from '../runtime/browser.ts'
import { tokenInLetter } from '../runtime/email-changes.ts'
import { newKhateeb, password } from '../runtime/people.ts'
import { queuedLetters } from '../runtime/queued-letters.ts'
import { addSoftwareAuthenticator } from '../runtime/second-factors.ts'
import { friday } from '../runtime/slots.ts'
import { inviteAndReadToken, newMember, newOwner, type TestMember, teamSeenBy } from '../runtime/team.ts'
import { errorAt, fill, logIn, press } from './forms.ts'
import { holdRequests } from './hold-requests.ts'
import { gotoUntilLive, openAs, untilHydrated } from './pages.ts'
import { pressInDialog, readAndCloseToast, row } from './sections.ts'

let owner: TestMember

const site = await openSite()
const app = { baseUrl: site.url, database: site.database }

beforeEach(async () => {
  owner = await newOwner(app)
})

const waitForTitle = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const openMembers = (member: TestMember) => openAs(site, member, paths.members)
const invitationLink = (token: string) => withToken(paths.acceptInvitation, token)
const memberRow = (page: Page, name: string) => row(page, 'Members', name)

/** Opens the link in the newest invitation to an address, in a signed-out browser. */
async function openInvitation(email: string): Promise<Page> {
  const page = await site.open()
  await page.goto(invitationLink(await tokenInLetter(app, email, 'member_invited')))
  return page
}

describe('invitations', () => {
  test('an invited person without an account creates an account by the link in the letter', async () => {
    const page = await openAs(site, owner, '/about-me')
    await page.getByRole('link', { name: 'Members' }).click()
    await waitForTitle(page, 'Members')
    const email = `invited-${randomUUID()}@minbar.example`
    await press(page, 'Invite a Member')
    await fill(page, { 'Their email': email, 'Your password': password })
    await press(page, 'Send Invitation')
    expect(await readAndCloseToast(page)).toBe(`We sent an invitation to ${email}.`)
    await row(page, 'Pending Invitations', email).getByText('Scheduler').waitFor()

    const invited = await openInvitation(email)
    await waitForTitle(invited, 'Invitation')
    await invited.getByText('This masjid in Dearborn, MI invites you').waitFor()
    await invited.getByText(owner.name).waitFor()
    await fill(invited, { 'Your name': 'Bilal Rahman', Password: password, 'Repeat password': 'another' })
    await press(invited, 'Accept and create account')
    await expect.poll(() => errorAt(invited, 'Repeat password')).not.toBe('')
    await fill(invited, { 'Repeat password': password })
    await press(invited, 'Accept and create account')
    await waitForTitle(invited, owner.name)
    expect(await teamSeenBy(owner)).toEqual([`owner ${owner.email}`, 'scheduler Bilal Rahman'])

    await page.reload()
    await memberRow(page, 'Bilal Rahman').getByText('Scheduler').waitFor()
    await row(page, 'Pending Invitations', email).waitFor({ state: 'detached' })
  })

  test('a new member who has left the invitation while the account is created is not redirected', async () => {
    const { email } = await inviteAndReadToken(app, owner, 'viewer')
    const invited = await openInvitation(email)
    await fill(invited, { 'Your name': 'Bilal Rahman', Password: password, 'Repeat password': password })
    const held = await holdRequests(invited, '**/join_by_invitation')
    await press(invited, 'Accept and create account')
    await expect.poll(held.count).toBe(1)
    await invited.getByRole('banner').getByRole('link', { name: 'Khateeb Sign Up' }).click()
    await fill(invited, { 'First name': 'Bilal' })
    const session = invited.waitForResponse('**/identity/session')
    held.release()
    expect(await readAndCloseToast(invited)).toBe('Welcome! You are now a member.')
    await (await session).finished()
    await untilHydrated(invited)
    expect(new URL(invited.url()).pathname).toBe('/khateeb-signup')
    expect(await invited.getByLabel('First name').inputValue()).toBe('Bilal')
  })

  test('an invited khateeb signs in and accepts the invitation', async () => {
    const khateeb = await newKhateeb(site.url)
    await inviteAndReadToken(app, owner, 'owner', khateeb.email)
    const page = await openInvitation(khateeb.email)
    await press(page, 'Sign in')
    await waitForTitle(page, 'Login')
    await logIn(page, khateeb)
    await press(page, 'Accept the invitation')
    await page.getByText(`You are now a member of ${owner.name}.`).waitFor()
    expect(await teamSeenBy(owner)).toHaveLength(2)
  })

  test('a person who opens an invitation while another person is signed in can log out, sign in and accept it', async () => {
    const khateeb = await newKhateeb(site.url)
    const { token } = await inviteAndReadToken(app, owner, 'viewer', khateeb.email)
    const page = await openAs(site, await newKhateeb(site.url), invitationLink(token))
    await press(page, 'Log out, and sign in with the invited email')
    await waitForTitle(page, 'Login')
    await logIn(page, khateeb)
    await press(page, 'Accept the invitation')
    await page.getByText(`You are now a member of ${owner.name}.`).waitFor()
    expect(await teamSeenBy(owner)).toHaveLength(2)
  })

  test('the link of a revoked invitation no longer works', async () => {
    const { email } = await inviteAndReadToken(app, owner, 'viewer')
    const page = await openMembers(owner)
    await row(page, 'Pending Invitations', email).getByRole('button', { name: 'Revoke' }).click()
    expect(await readAndCloseToast(page)).toBe(`The invitation to ${email} no longer works.`)
    const invited = await openInvitation(email)
    await invited.getByText('This link was already used or is too old.').waitFor()
  })

  test('a person who accepts an invitation of a masjid that was just suspended reads that the masjid, not their own account, is suspended', async () => {
    const { email } = await inviteAndReadToken(app, owner, 'viewer')
    const invited = await openInvitation(email)
    await invited.getByRole('button', { name: 'Accept and create account' }).waitFor()
    await site.database.transaction((tx) =>
      runOperatorCommand(tx, { uid: owner.uid }, { kind: 'suspend', on: true }),
    )
    await fill(invited, { 'Your name': 'Bilal Rahman', Password: password, 'Repeat password': password })
    await press(invited, 'Accept and create account')
    expect(await readAndCloseToast(invited)).toBe(
      'Failed to accept the invitation.\nThis masjid’s account is suspended. Until it is restored, you can’t answer.',
    )
    await expect.poll(() => invited.getByRole('main').getByRole('button').count()).toBe(0)
  })

  test('the button that accepts an invitation disappears after a press if the masjid has been suspended meanwhile', async () => {
    const khateeb = await newKhateeb(site.url)
    const { token } = await inviteAndReadToken(app, owner, 'viewer', khateeb.email)
    const page = await openAs(site, khateeb, invitationLink(token))
    await page.getByRole('button', { name: 'Accept the invitation' }).waitFor()
    await site.database.transaction((tx) =>
      runOperatorCommand(tx, { uid: owner.uid }, { kind: 'suspend', on: true }),
    )
    await press(page, 'Accept the invitation')
    await page.getByText('Please open the link in the email again later.').waitFor()
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
  })

  test('the link of an invitation of a suspended masjid shows at once that the masjid is suspended, and no button', async () => {
    const { email } = await inviteAndReadToken(app, owner, 'viewer')
    await site.database.transaction((tx) =>
      runOperatorCommand(tx, { uid: owner.uid }, { kind: 'suspend', on: true }),
    )
    const invited = await openInvitation(email)
    await invited
      .getByText('This masjid’s account is suspended. Until it is restored, you can’t answer.')
      .waitFor()
    expect(await invited.getByRole('main').getByRole('button').count()).toBe(0)
  })

  test('revoking an invitation a second time shows that it was already revoked, and removes its row', async () => {
    const { email } = await inviteAndReadToken(app, owner, 'viewer')
    const page = await openMembers(owner)
    await row(page, 'Pending Invitations', email).waitFor()
    const { invitations } = await owner.client.call(getMembers, {})
    await owner.client.call(revokeInvitation, { invitationId: invitations[0]?.invitationId ?? '' })
    await row(page, 'Pending Invitations', email).getByRole('button', { name: 'Revoke' }).click()
    expect(await readAndCloseToast(page)).toBe(`The invitation to ${email} was already used or revoked.`)
    await expect.poll(() => row(page, 'Pending Invitations', email).count()).toBe(0)
  })

  test('an owner sends a pending invitation again, after entering the password', async () => {
    const { email, token } = await inviteAndReadToken(app, owner, 'viewer')
    const page = await openMembers(owner)
    await row(page, 'Pending Invitations', email).getByRole('button', { name: 'Send Again' }).click()
    expect(await page.getByLabel('Their email').inputValue()).toBe(email)
    await fill(page, { 'Your password': password })
    await press(page, 'Send Invitation')
    expect(await readAndCloseToast(page)).toBe(`We sent an invitation to ${email}.`)
    await row(page, 'Pending Invitations', email).getByText('Viewer').waitFor()
    expect(await tokenInLetter(app, email, 'member_invited')).not.toBe(token)
    expect(await queuedLetters(app.database, email, 'member_invited')).toHaveLength(2)
  })

  test('an owner sends an expired invitation again', async () => {
    const { email } = await inviteAndReadToken(app, owner, 'viewer')
    await site.database.db
      .updateTable('invitations')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('email', '=', email)
      .execute()
    const page = await openMembers(owner)
    await row(page, 'Pending Invitations', email).getByText('Expired', { exact: true }).waitFor()
    await row(page, 'Pending Invitations', email).getByRole('button', { name: 'Send Again' }).click()
    await fill(page, { 'Your password': password })
    await press(page, 'Send Invitation')
    expect(await readAndCloseToast(page)).toBe(`We sent an invitation to ${email}.`)
    await row(page, 'Pending Invitations', email).getByText('The link works until').waitFor()
  })

  test('an address whose owner has stopped invitations gets no further invitation', async () => {
    const { email } = await inviteAndReadToken(app, owner, 'viewer')
    const token = await tokenInLetter(app, email, 'member_invited')
    const page = await site.open()
    await page.goto(withToken(paths.stopInvitations, token))
    await press(page, 'Stop these emails')
    await page.getByText('You’ll get no more invitations.').waitFor()
    await inviteAndReadToken(app, owner, 'viewer', email)
    expect(await queuedLetters(app.database, email, 'member_invited')).toHaveLength(1)
  })
})

describe('owners', () => {
  let scheduler: TestMember
  let page: Page

  beforeEach(async () => {
    scheduler = await newMember(app, owner, 'scheduler', 'Bilal Rahman')
    page = await openMembers(owner)
  })

  /** Enters the password in the open dialog, and presses the dialog's button. */
  async function confirm(button: string): Promise<void> {
    await fill(page, { 'Your password': password })
    await pressInDialog(page, button)
  }

  test('an owner changes a member’s role', async () => {
    await memberRow(page, 'Bilal Rahman').getByRole('button', { name: 'Change Role' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Role', { exact: true }).selectOption('Owner')
    await fill(page, { 'Your password': password })
    await dialog.getByRole('button', { name: 'Save' }).click()
    expect(await readAndCloseToast(page)).toBe('The role of Bilal Rahman is now: Owner.')
    await memberRow(page, 'Bilal Rahman').getByText('Owner', { exact: true }).waitFor()
    expect(await teamSeenBy(owner)).toContain('owner Bilal Rahman')
  })

  test('an owner removes a member', async () => {
    await memberRow(page, 'Bilal Rahman').getByRole('button', { name: 'Remove' }).click()
    await confirm('Remove')
    expect(await readAndCloseToast(page)).toBe('Bilal Rahman is no longer a member.')
    await memberRow(page, 'Bilal Rahman').waitFor({ state: 'detached' })
    expect(await teamSeenBy(owner)).toHaveLength(1)
  })

  test('an owner hands the masjid over and stays', async () => {
    await press(page, 'Hand Over the Masjid')
    await confirm('Hand Over')
    expect(await readAndCloseToast(page)).toBe('The masjid is handed over.')
    await memberRow(page, owner.email).getByText('Scheduler').waitFor()
    await page.getByRole('button', { name: 'Invite a Member' }).waitFor({ state: 'detached' })
    expect(await teamSeenBy(scheduler)).toEqual(['owner Bilal Rahman', `scheduler ${owner.email}`])
  })

  test('an owner hands the masjid over and leaves', async () => {
    await press(page, 'Hand Over the Masjid')
    await page.getByLabel('Keep me as a scheduler').uncheck()
    await confirm('Hand Over')
    await page.waitForURL((url) => url.pathname === '/')
    await page.getByRole('link', { name: 'Login' }).first().waitFor()
    expect(await teamSeenBy(scheduler)).toEqual(['owner Bilal Rahman'])
  })

  test('the checkbox “Keep me as a scheduler” ignores presses while the masjid is being handed over', async () => {
    const held = await holdRequests(page, '**/hand_over')
    await press(page, 'Hand Over the Masjid')
    await confirm('Hand Over')
    await expect.poll(held.count).toBe(1)
    const stay = page.getByLabel('Keep me as a scheduler')
    await stay.press('Space')
    expect(await stay.isChecked()).toBe(true)
    held.release()
    expect(await readAndCloseToast(page)).toBe('The masjid is handed over.')
    await memberRow(page, owner.email).getByText('Scheduler').waitFor()
  })

  test('an owner without the password cannot remove a member', async () => {
    await memberRow(page, 'Bilal Rahman').getByRole('button', { name: 'Remove' }).click()
    await pressInDialog(page, 'Remove')
    await expect.poll(() => errorAt(page, 'Your password')).not.toBe('')
    await fill(page, { 'Your password': 'not-the-password' })
    await pressInDialog(page, 'Remove')
    await expect.poll(() => errorAt(page, 'Your password')).toBe('This is not your password.')
    expect(await teamSeenBy(owner)).toHaveLength(2)
  })

  test('an owner with an authenticator app must also enter a code to remove a member', async () => {
    const { recoveryCodes } = await addSoftwareAuthenticator(owner.client)
    await memberRow(page, 'Bilal Rahman').getByRole('button', { name: 'Remove' }).click()
    await confirm('Remove')
    await page.getByText('One more step').waitFor()
    expect(await teamSeenBy(owner)).toHaveLength(2)
    await fill(page, { Code: recoveryCodes[0] ?? '' })
    await pressInDialog(page, 'Remove')
    expect(await readAndCloseToast(page)).toBe('Bilal Rahman is no longer a member.')
    expect(await teamSeenBy(owner)).toHaveLength(1)
  })

  test('an owner adds their own name', async () => {
    await press(page, 'Add Your Name')
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Omar Aziz')
    await press(page, 'Save')
    expect(await readAndCloseToast(page)).toBe('Your name is saved.')
    await memberRow(page, 'Omar Aziz').waitFor()
  })

  test('an owner deletes the masjid with the password', async () => {
    await press(page, 'Delete This Masjid')
    const dialog = page.getByRole('alertdialog')
    await dialog.getByLabel('Your password', { exact: true }).fill('not-the-password')
    await pressInDialog(page, 'Delete This Masjid')
    await dialog.getByText('This is not your password.').waitFor()
    await dialog.getByLabel('Your password', { exact: true }).fill(password)
    await pressInDialog(page, 'Delete This Masjid')
    await page.waitForURL((url) => url.pathname === '/')
    expect(await owner.client.call(getSession, {})).toBeNull()
  })
})

describe('members', () => {
  test('a member who is not an owner sees the other members, and can change only their own membership', async () => {
    const viewer = await newMember(app, owner, 'viewer', 'Bilal Rahman')
    const page = await openMembers(viewer)
    await memberRow(page, owner.email).getByText('Owner', { exact: true }).waitFor()
    for (const name of [
      'Invite a Member',
      'Change Role',
      'Remove',
      'Hand Over the Masjid',
      'Delete This Masjid',
    ])
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0)
    await press(page, 'Leave This Masjid')
    await fill(page, { 'Your password': password })
    await pressInDialog(page, 'Leave')
    await page.waitForURL((url) => url.pathname === '/')
    expect(await teamSeenBy(owner)).toHaveLength(1)
  })
})

test('the open screen of a removed member redirects to the login, which shows the reason', async () => {
  const live = await openSite({}, { streamBounds })
  const liveApp = { baseUrl: live.url, database: live.database }
  const remover = await newOwner(liveApp)
  const removed = await newMember(liveApp, remover, 'scheduler')
  const page = await openAs(live, removed)
  await gotoUntilLive(page, '/masjid-landing')
  await waitForTitle(page, remover.name)
  await remover.client.call(removeMember, { password, personId: removed.personId })
  await waitForTitle(page, 'Login')
  await page.getByText('You are no longer a member').waitFor()
  expect(await teamSeenBy(remover)).toHaveLength(1)
  // The login shows the reason only once, so not after a reload.
  await page.reload()
  await waitForTitle(page, 'Login')
  await untilHydrated(page)
  expect(await page.getByText('You are no longer a member').count()).toBe(0)
})

test('the next press of a removed member redirects to the login, which shows the reason', async () => {
  const member = await newMember(app, owner, 'scheduler')
  const page = await openAs(site, member, '/masjid-landing')
  await press(page, 'Add New Khutbah')
  await fill(page, { Date: friday, 'Time of khutbah 1': '13:30' })
  await owner.client.call(removeMember, { password, personId: member.personId })
  await press(page, 'Add Khutbah')
  await waitForTitle(page, 'Login')
  await page.getByText('You are no longer a member').waitFor()
  expect(await teamSeenBy(owner)).toHaveLength(1)
})
