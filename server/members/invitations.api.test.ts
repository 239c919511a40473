import { beforeEach, describe, expect, test } from 'vitest'
import { getEmail } from '../../contract/account-email.ts'
import { addMasjid, deleteAccount, getSession } from '../../contract/identity.ts'
import { acceptInvitation, joinByInvitation, lookUpInvitation } from '../../contract/invitation-links.ts'
import {
  deleteMasjid,
  getMembers,
  inviteMember,
  inviteNewKhateeb,
  revokeInvitation,
} from '../../contract/members.ts'
import { getOurKhateebs } from '../../contract/our-khateebs.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { sendAndCollectLetters, sendAndCollectLettersTo } from '../../tests/runtime/collect-letters.ts'
import {
  emailTakenError,
  linkSpentError,
  signInWith,
  tokenInLetter,
} from '../../tests/runtime/email-changes.ts'
import { anotherMasjid, newKhateeb, password } from '../../tests/runtime/people.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'
import { conflict } from '../../tests/runtime/refusals.ts'
import { listQueuedLetters, postSlot, slotSeenBy } from '../../tests/runtime/slots.ts'
import {
  inviteAndReadToken,
  newMember,
  newOwner,
  type TestMember,
  teamSeenBy,
} from '../../tests/runtime/team.ts'
import { maxParties } from '../identity/add-party.ts'

const app = await startApp()

let owner: TestMember
beforeEach(async () => {
  owner = await newOwner(app)
})

const join = (token: string) => app.client().call(joinByInvitation, { token, name: 'Bilal Rahman', password })
const fetchPendingInvitations = async () => (await owner.client.call(getMembers, {})).invitations

describe('an invitation to become a member', () => {
  test('creates a member who can sign in when a person without an account accepts it, and sends this person a letter', async () => {
    const { token, email } = await inviteAndReadToken(app, owner, 'scheduler')
    expect(await app.client().call(lookUpInvitation, { token })).toEqual({
      masjidName: owner.name,
      city: 'Dearborn',
      stateCode: 'MI',
      masjidPhone: '3135550100',
      invitedAs: 'scheduler',
      email,
      hasAccount: false,
      isOfKhateeb: false,
      slot: null,
    })
    expect(await fetchPendingInvitations()).toMatchObject([{ email, memberRole: 'scheduler' }])
    expect(await join(token)).toEqual({ uid: owner.uid })
    expect(await signInWith(app, email)).toMatchObject({ uid: owner.uid, role: 'masjid' })
    expect(await teamSeenBy(owner)).toEqual([`owner ${owner.email}`, 'scheduler Bilal Rahman'])
    expect(await fetchPendingInvitations()).toEqual([])
    const letters = await listQueuedLetters(app.database)
    expect(letters).toContain(`member_joined to ${email}`)
    expect(letters).not.toContain(`owner_added to ${owner.email}`)
  })

  test('creates one account if the acceptance is repeated, and refuses a repetition with another password', async () => {
    const { token } = await inviteAndReadToken(app, owner, 'viewer')
    await join(token)
    expect(await join(token)).toEqual({ uid: owner.uid })
    expect(await teamSeenBy(owner)).toHaveLength(2)
    const other = { token, name: 'Bilal Rahman', password: 'another minaret' }
    await expect(app.client().call(joinByInvitation, other)).rejects.toMatchObject(linkSpentError)
    await expect(app.client().call(lookUpInvitation, { token })).rejects.toMatchObject(linkSpentError)
  })

  test('can be accepted by a person whose account has the invited email: the person is then a member with a confirmed email', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    const { token } = await inviteAndReadToken(app, owner, 'viewer', khateeb.email)
    expect(await app.client().call(lookUpInvitation, { token })).toMatchObject({ hasAccount: true })
    await expect(join(token)).rejects.toMatchObject(emailTakenError)
    expect(await khateeb.client.call(acceptInvitation, { token })).toEqual({ uid: owner.uid })
    expect(await khateeb.client.call(getEmail, {})).toMatchObject({ emailVerified: true })
    expect(await teamSeenBy(owner)).toContain(`viewer ${khateeb.name}`)
    expect(await khateeb.client.call(acceptInvitation, { token })).toEqual({ uid: owner.uid })
  })

  test('survives the deletion of an account that a stranger signed up with the invited address', async () => {
    const { token, email } = await inviteAndReadToken(app, owner, 'viewer')
    const stranger = await newKhateeb(app.baseUrl, { email })
    await stranger.client.call(deleteAccount, { password })
    expect(await join(token)).toMatchObject({ uid: owner.uid })
  })

  test('cannot be accepted by a person with another email, and stays valid', async () => {
    const { token } = await inviteAndReadToken(app, owner, 'viewer')
    const other = await newKhateeb(app.baseUrl)
    const refused = { status: 403, code: 'not_invited' }
    await expect(other.client.call(acceptInvitation, { token })).rejects.toMatchObject(refused)
    expect(await join(token)).toEqual({ uid: owner.uid })
  })

  test('can be accepted for seven days', async () => {
    const start = Date.now()
    const { token } = await inviteAndReadToken(app, owner, 'viewer')
    await app.setNow(new Date(start + 7 * 24 * 60 * 60 * 1_000 - 60_000).toISOString())
    expect(await app.client().call(lookUpInvitation, { token })).toMatchObject({ masjidName: owner.name })
    await app.setNow(new Date(start + 7 * 24 * 60 * 60 * 1_000 + 60_000).toISOString())
    await expect(join(token)).rejects.toMatchObject(linkSpentError)
    await app.setNow(null)
  })

  test('replaces an earlier invitation to the same address', async () => {
    const { token, email } = await inviteAndReadToken(app, owner, 'viewer')
    const again = await inviteAndReadToken(app, owner, 'scheduler', email.toUpperCase())
    const newest = await tokenInLetter(app, email, 'member_invited')
    expect(again.email).not.toBe(email)
    expect(await fetchPendingInvitations()).toMatchObject([{ email, memberRole: 'scheduler' }])
    await expect(join(token)).rejects.toMatchObject(linkSpentError)
    expect(await join(newest)).toEqual({ uid: owner.uid })
  })

  test('cannot be accepted by a person with twenty parties, and stays valid', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    for (let count = 1; count < maxParties; count += 1) await khateeb.client.call(addMasjid, anotherMasjid)
    const { token } = await inviteAndReadToken(app, owner, 'viewer', khateeb.email)
    const refused = khateeb.client.call(acceptInvitation, { token })
    await expect(refused).rejects.toMatchObject(conflict('too_many_parties'))
    expect(await fetchPendingInvitations()).toHaveLength(1)
  })

  test('does not work after it is revoked, and a repeated revocation changes nothing', async () => {
    const { token } = await inviteAndReadToken(app, owner, 'viewer')
    const { invitationId } = (await fetchPendingInvitations())[0] ?? { invitationId: '' }
    await owner.client.call(revokeInvitation, { invitationId })
    expect(await fetchPendingInvitations()).toEqual([])
    await expect(join(token)).rejects.toMatchObject(linkSpentError)
    const audit = () => app.database.db.selectFrom('audit').select('id').execute()
    const before = await audit()
    expect(await owner.client.call(revokeInvitation, { invitationId })).toEqual({ changed: false })
    expect(await audit()).toEqual(before)
  })

  test('sends a letter to the other owners when a person accepts it and becomes an owner', async () => {
    const { token, email } = await inviteAndReadToken(app, owner, 'owner')
    await join(token)
    expect(await queuedLetters(app.database, owner.email, 'owner_added')).toMatchObject([
      { name: owner.name, masjidName: owner.name, owner: `Bilal Rahman (${email})`, how: 'invited' },
    ])
  })
})

/** Ends all pending invitations of the owner's masjid. */
async function revokeInvitations(): Promise<void> {
  const { invitations } = await owner.client.call(getOurKhateebs, { uid: 'me' })
  for (const { invitationId } of [...(await fetchPendingInvitations()), ...invitations])
    await owner.client.call(revokeInvitation, { invitationId })
}

test.each([
  ['an owner has revoked it', revokeInvitations],
  ['its masjid was deleted', () => owner.client.call(deleteMasjid, { password })],
])('a queued letter with an invitation is not sent after %s', async (_, end) => {
  const { slotId } = await slotSeenBy(owner, await postSlot(owner, '13:00'))
  const address = (name: string) => `${name}-${owner.uid}@minbar.example`
  await owner.client.call(inviteMember, { password, email: address('member'), memberRole: 'viewer' })
  await owner.client.call(inviteNewKhateeb, { email: address('khateeb') })
  await owner.client.call(inviteNewKhateeb, { email: address('asked'), slotId })
  await end()
  const letters = await sendAndCollectLetters(app.database)
  expect(letters.filter((it) => it.to.includes(owner.uid))).toEqual([])
})

test('a queued letter with an invitation is not sent after a newer invitation has replaced it', async () => {
  const { email } = await inviteAndReadToken(app, owner, 'viewer')
  await inviteAndReadToken(app, owner, 'scheduler', email)
  const newest = await tokenInLetter(app, email, 'member_invited')
  const letters = await sendAndCollectLettersTo(app.database, { email })
  expect(letters.map((it) => it.text)).toEqual([expect.stringContaining(newest)])
})

test('the list of members shows an expired invitation until it is sent again, or revoked', async () => {
  const expire = () => {
    const expiry = { expires_at: new Date(Date.now() - 1_000) }
    return app.database.db
      .updateTable('invitations')
      .set(expiry)
      .where('masjid_uid', '=', owner.uid)
      .execute()
  }
  const { email } = await inviteAndReadToken(app, owner, 'viewer')
  expect(await fetchPendingInvitations()).toMatchObject([{ email, expired: false }])
  await expire()
  expect(await fetchPendingInvitations()).toMatchObject([{ email, memberRole: 'viewer', expired: true }])
  await inviteAndReadToken(app, owner, 'viewer', email)
  const [pending] = await fetchPendingInvitations()
  expect(pending).toMatchObject({ email, expired: false })
  await expire()
  const revocation = { invitationId: pending?.invitationId ?? '' }
  expect(await owner.client.call(revokeInvitation, revocation)).toEqual({ changed: true })
  expect(await fetchPendingInvitations()).toEqual([])
})

test('only owners see the pending invitations', async () => {
  const member = await newMember(app, owner, 'scheduler')
  await inviteAndReadToken(app, owner, 'viewer')
  expect(await fetchPendingInvitations()).toHaveLength(1)
  expect((await member.client.call(getMembers, {})).invitations).toEqual([])
  expect(await member.client.call(getSession, {})).toMatchObject({ uid: owner.uid })
})

test('an invitation to the unconfirmed address of an account is sent even if this account was deleted meanwhile', async () => {
  const unconfirmed = await newKhateeb(app.baseUrl)
  await inviteAndReadToken(app, owner, 'viewer', unconfirmed.email)
  await unconfirmed.client.call(deleteAccount, { password })
  const letters = await sendAndCollectLettersTo(app.database, unconfirmed)
  expect(letters.map((it) => it.kind).toSorted()).toEqual(['account_deleted', 'member_invited'])
})
