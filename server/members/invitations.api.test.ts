import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { getEmail } from '../../contract/account-email.ts'
import { actingUidHeader } from '../../contract/client.ts'
import { addMasjid, deleteAccount, getSession } from '../../contract/identity.ts'
import {
  acceptInvitation,
  joinByInvitation,
  lookUpInvitation,
  stopInvitations,
} from '../../contract/invitation-links.ts'
import {
  deleteMasjid,
  getMembers,
  inviteMember,
  inviteNewKhateeb,
  maxMembers,
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
import { newKhateeb, newMasjid, password } from '../../tests/runtime/people.ts'
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
import { deleteExpiredIdentityData } from '../identity/delete-expired.ts'
import { runOperatorCommand } from '../identity/operator-command.ts'
import { sendInvitation } from './send-invitation.ts'

const app = await startApp({
  env: {
    LIMIT_MEMBER_INVITATION: '4/86400',
    LIMIT_RESET_ACCOUNT: '5/3600',
  },
})

let owner: TestMember
beforeEach(async () => {
  owner = await newOwner(app)
})

const anotherMasjid = {
  masjidName: 'Masjid an-Nur',
  masjidAddress: '2 Main Street',
  phone: '(313) 555-0100',
  zipCode: '48126',
  website: '',
}

const newAddress = () => `somebody-${randomUUID()}@minbar.example`
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

/** Invites a new address to another masjid of the owner. Returns the HTTP status. */
async function inviteFor(uid: string): Promise<number> {
  const { status } = await fetch(`${app.baseUrl}${inviteMember.path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${owner.token}`,
      'content-type': 'application/json',
      [actingUidHeader]: uid,
    },
    body: JSON.stringify({ password, email: newAddress(), memberRole: 'viewer' }),
  })
  return status
}

describe('inviting a member is refused', () => {
  test('to an owner whose own email is not confirmed', async () => {
    const masjid = await newMasjid(app.baseUrl)
    const refused = masjid.client.call(inviteMember, { password, email: newAddress(), memberRole: 'viewer' })
    await expect(refused).rejects.toMatchObject({ status: 403, code: 'email_not_confirmed' })
  })

  test('for the address of a person who is already a member', async () => {
    const member = await newMember(app, owner, 'viewer')
    const refused = owner.client.call(inviteMember, { password, email: member.email, memberRole: 'owner' })
    await expect(refused).rejects.toMatchObject(conflict('already_member'))
  })

  test('above the daily limit of invitations by a masjid', async () => {
    for (let count = 0; count < 4; count += 1) await inviteAndReadToken(app, owner, 'viewer')
    await expect(inviteAndReadToken(app, owner, 'viewer')).rejects.toMatchObject({ status: 429 })
  })

  test('if the invitations by one person for all their masjids exceed three times the daily limit of a masjid', async () => {
    const statuses: number[] = []
    for (let masjid = 1; masjid <= 4; masjid += 1) {
      const { uid } = await owner.client.call(addMasjid, anotherMasjid)
      for (let count = 0; count < 4; count += 1) statuses.push(await inviteFor(uid))
    }
    expect(statuses).toEqual([...Array.from({ length: 12 }, () => 200), 429, 429, 429, 429])
  })

  test('above the hourly limit of invitations to one address, counted over all masjids', async () => {
    const email = newAddress()
    for (let count = 0; count < 5; count += 1)
      await inviteAndReadToken(app, await newOwner(app), 'viewer', email)
    await expect(inviteAndReadToken(app, owner, 'viewer', email)).rejects.toMatchObject({ status: 429 })
  })

  test('above the maximum number of members and pending invitations together', async () => {
    await app.database.transaction(async (tx) => {
      const masjid = { uid: owner.uid, name: owner.name, suspended: false }
      for (let count = 1; count < maxMembers; count += 1)
        await sendInvitation(tx, masjid, { email: newAddress(), invitedAs: 'viewer', invitedBy: null })
    })
    await expect(inviteAndReadToken(app, owner, 'viewer')).rejects.toMatchObject(conflict('too_many_members'))
  })
})

test('a suspended masjid cannot invite members, and the link of an earlier invitation says that the masjid is suspended', async () => {
  const { token } = await inviteAndReadToken(app, owner, 'viewer')
  await app.database.transaction((tx) =>
    runOperatorCommand(tx, { uid: owner.uid }, { kind: 'suspend', on: true }),
  )
  await expect(inviteAndReadToken(app, owner, 'viewer')).rejects.toMatchObject({ status: 401 })
  const suspended = conflict('masjid_suspended')
  await expect(app.client().call(lookUpInvitation, { token })).rejects.toMatchObject(suspended)
  await expect(join(token)).rejects.toMatchObject(suspended)
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

test('inviting an address returns the same response whether or not the address has stopped invitations', async () => {
  const khateeb = await newKhateeb(app.baseUrl)
  const unwilling = await inviteAndReadToken(app, owner, 'viewer')
  await app.client().call(stopInvitations, { token: unwilling.token })
  await app.client().call(stopInvitations, { token: unwilling.token })
  await app.database.db.deleteFrom('letters').execute()
  const other = await newOwner(app)
  for (const email of [khateeb.email, unwilling.email, newAddress()])
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
  await join(token)
  await app.client().call(stopInvitations, { token })
  await inviteAndReadToken(app, await newOwner(app), 'viewer', email)
  expect(await queuedLetters(app.database, email, 'member_invited')).toHaveLength(1)
  const unknown = app.client().call(stopInvitations, { token: 'a'.repeat(43) })
  await expect(unknown).rejects.toMatchObject(linkSpentError)
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
