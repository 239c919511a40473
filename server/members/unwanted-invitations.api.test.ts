import { beforeEach, describe, expect, test } from 'vitest'
import { verifyEmail } from '../../contract/account-email.ts'
import { blockAccount } from '../../contract/blocks.ts'
import { deleteAccount } from '../../contract/identity.ts'
import { joinByInvitation, stopInvitations } from '../../contract/invitation-links.ts'
import { deleteMasjid, getMembers, inviteMember, inviteNewKhateeb } from '../../contract/members.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { linkSpentError, tokenInLetter, unusedAddress } from '../../tests/runtime/email-changes.ts'
import {
  fetchOurKhateebs,
  inviteKhateebByEmail,
  signUpAndConfirm,
} from '../../tests/runtime/khateeb-invitations.ts'
import { newKhateeb, password } from '../../tests/runtime/people.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'
import { inviteAndReadToken, newOwner, type TestMember } from '../../tests/runtime/team.ts'
import { deleteExpiredIdentityData } from '../identity/delete-expired.ts'
import { introduceConfirmedKhateebs } from './introduce-khateeb.ts'

const app = await startApp()

let owner: TestMember
beforeEach(async () => {
  owner = await newOwner(app)
})

test('inviting an address returns the same response whether or not the address has stopped invitations', async () => {
  const khateeb = await newKhateeb(app.baseUrl)
  const unwilling = await inviteAndReadToken(app, owner, 'viewer')
  await app.client().call(stopInvitations, { token: unwilling.token })
  await app.client().call(stopInvitations, { token: unwilling.token })
  await app.database.db.deleteFrom('letters').execute()
  const other = await newOwner(app)
  for (const email of [khateeb.email, unwilling.email, unusedAddress()])
    expect(await other.client.call(inviteMember, { password, email, memberRole: 'viewer' })).toEqual({})
  const { invitations } = await other.client.call(getMembers, {})
  expect(invitations).toHaveLength(3)
  expect(await queuedLetters(app.database, khateeb.email, 'member_invited')).toHaveLength(1)
  expect(await queuedLetters(app.database, unwilling.email, 'member_invited')).toEqual([])
})

/**
 * Stops invitations by the link in an earlier letter, then lets another masjid invite the address. Returns the letters of that second
 * invitation.
 */
async function stopAndInviteAgain({ token, email }: { readonly token: string; readonly email: string }) {
  await app.database.db.deleteFrom('letters').execute()
  await app.client().call(stopInvitations, { token })
  await inviteAndReadToken(app, await newOwner(app), 'viewer', email)
  return queuedLetters(app.database, email, 'member_invited')
}

describe('the link that stops invitations works', () => {
  test('after a newer invitation has replaced its invitation', async () => {
    const first = await inviteAndReadToken(app, owner, 'viewer')
    await inviteAndReadToken(app, owner, 'viewer', first.email)
    expect(await stopAndInviteAgain(first)).toEqual([])
  })

  test('after the inviting masjid was deleted', async () => {
    const invitation = await inviteAndReadToken(app, owner, 'viewer')
    await owner.client.call(deleteMasjid, { password })
    expect(await stopAndInviteAgain(invitation)).toEqual([])
  })

  test('after an account with the address was deleted', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    const invitation = await inviteAndReadToken(app, owner, 'viewer', khateeb.email)
    await khateeb.client.call(deleteAccount, { password })
    expect(await stopAndInviteAgain({ ...invitation, email: khateeb.email })).toEqual([])
  })

  test('for a year after its letter', async () => {
    const start = Date.now()
    const invitation = await inviteAndReadToken(app, owner, 'viewer')
    await app.setNow(new Date(start + 364 * 24 * 60 * 60 * 1_000).toISOString())
    await deleteExpiredIdentityData(app.database)
    expect(await app.client().call(stopInvitations, invitation)).toEqual({})
    await app.setNow(new Date(start + 366 * 24 * 60 * 60 * 1_000).toISOString())
    await deleteExpiredIdentityData(app.database)
    await expect(app.client().call(stopInvitations, invitation)).rejects.toMatchObject(linkSpentError)
    await app.setNow(null)
  })
})

test('the link that stops invitations works after its invitation was accepted, and an invented link does not work', async () => {
  const { token, email } = await inviteAndReadToken(app, owner, 'viewer')
  await app.client().call(joinByInvitation, { token, name: 'Bilal Rahman', password })
  await app.client().call(stopInvitations, { token })
  await inviteAndReadToken(app, await newOwner(app), 'viewer', email)
  expect(await queuedLetters(app.database, email, 'member_invited')).toHaveLength(1)
  const unknown = app.client().call(stopInvitations, { token: 'a'.repeat(43) })
  await expect(unknown).rejects.toMatchObject(linkSpentError)
})

describe('after a person has pressed “Don’t email me again”', () => {
  test('an invitation returns the usual response, and the address gets no letter from any masjid', async () => {
    const { token, email } = await inviteKhateebByEmail(app, owner)
    await app.client().call(stopInvitations, { token })
    await app.database.db.deleteFrom('letters').execute()
    const other = await newOwner(app)
    expect(await other.client.call(inviteNewKhateeb, { email })).toEqual({})
    expect((await fetchOurKhateebs(other)).invitations).toMatchObject([{ email }])
    expect(await queuedLetters(app.database, email, 'new_khateeb_invited')).toEqual([])
  })

  test('the masjid does not learn that the khateeb has signed up without the link', async () => {
    const { token, email } = await inviteKhateebByEmail(app, owner)
    await app.client().call(stopInvitations, { token })
    await signUpAndConfirm(app, email)
    await introduceConfirmedKhateebs(app.database)
    expect(await fetchOurKhateebs(owner)).toMatchObject({ invitations: [{ email }], khateebs: [] })
  })
})

test('a khateeb who has blocked the masjid gets no invitation letter, and the masjid does not learn that he has an account', async () => {
  const khateeb = await newKhateeb(app.baseUrl)
  await khateeb.client.call(blockAccount, { khateebUid: khateeb.uid, masjidUid: owner.uid })
  expect(await owner.client.call(inviteNewKhateeb, { email: khateeb.email })).toEqual({})
  expect(await queuedLetters(app.database, khateeb.email, 'new_khateeb_invited')).toEqual([])
  await app.client().call(verifyEmail, { token: await tokenInLetter(app, khateeb.email, 'welcome') })
  await introduceConfirmedKhateebs(app.database)
  expect(await fetchOurKhateebs(owner)).toMatchObject({
    invitations: [{ email: khateeb.email }],
    khateebs: [],
  })
})
