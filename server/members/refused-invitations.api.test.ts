import { beforeEach, describe, expect, test } from 'vitest'
import { actingUidHeader } from '../../contract/client.ts'
import { addMasjid } from '../../contract/identity.ts'
import { joinByInvitation, lookUpInvitation } from '../../contract/invitation-links.ts'
import { inviteMember, inviteNewKhateeb, maxKhateebInvitations, maxMembers } from '../../contract/members.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { unusedAddress } from '../../tests/runtime/email-changes.ts'
import { fetchOurKhateebs, inviteKhateebByEmail } from '../../tests/runtime/khateeb-invitations.ts'
import { anotherMasjid, newMasjid, password } from '../../tests/runtime/people.ts'
import { conflict } from '../../tests/runtime/refusals.ts'
import { inviteAndReadToken, newMember, newOwner, type TestMember } from '../../tests/runtime/team.ts'
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

/** Invites a new address to another masjid of the owner. Returns the HTTP status. */
async function inviteFor(uid: string): Promise<number> {
  const { status } = await fetch(`${app.baseUrl}${inviteMember.path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${owner.token}`,
      'content-type': 'application/json',
      [actingUidHeader]: uid,
    },
    body: JSON.stringify({ password, email: unusedAddress(), memberRole: 'viewer' }),
  })
  return status
}

describe('inviting a member is refused', () => {
  test('to an owner whose own email is not confirmed', async () => {
    const masjid = await newMasjid(app.baseUrl)
    const refused = masjid.client.call(inviteMember, {
      password,
      email: unusedAddress(),
      memberRole: 'viewer',
    })
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

  test('if a person’s invitations for all masjids exceed three times the daily limit of one masjid', async () => {
    const statuses: number[] = []
    for (let masjid = 1; masjid <= 4; masjid += 1) {
      const { uid } = await owner.client.call(addMasjid, anotherMasjid)
      for (let count = 0; count < 4; count += 1) statuses.push(await inviteFor(uid))
    }
    expect(statuses).toEqual([...Array.from({ length: 12 }, () => 200), 429, 429, 429, 429])
  })

  test('above the hourly limit of invitations to one address, counted over all masjids', async () => {
    const email = unusedAddress()
    for (let count = 0; count < 5; count += 1)
      await inviteAndReadToken(app, await newOwner(app), 'viewer', email)
    await expect(inviteAndReadToken(app, owner, 'viewer', email)).rejects.toMatchObject({ status: 429 })
  })

  test('above the maximum number of members and pending invitations together', async () => {
    await app.database.transaction(async (tx) => {
      const masjid = { uid: owner.uid, name: owner.name, suspended: false }
      for (let count = 1; count < maxMembers; count += 1)
        await sendInvitation(tx, masjid, { email: unusedAddress(), invitedAs: 'viewer', invitedBy: null })
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
  const joined = app.client().call(joinByInvitation, { token, name: 'Bilal Rahman', password })
  await expect(joined).rejects.toMatchObject(suspended)
})

describe('inviting a khateeb by email is refused', () => {
  test('to an owner whose own email is not confirmed', async () => {
    const masjid = await newMasjid(app.baseUrl)
    const refused = masjid.client.call(inviteNewKhateeb, { email: unusedAddress() })
    await expect(refused).rejects.toMatchObject({ status: 403, code: 'email_not_confirmed' })
  })

  test.each(['scheduler', 'viewer'] as const)(
    'to a %s, who also does not see the invited addresses',
    async (role) => {
      await inviteKhateebByEmail(app, owner)
      const member = await newMember(app, owner, role)
      const refused = member.client.call(inviteNewKhateeb, { email: unusedAddress() })
      await expect(refused).rejects.toMatchObject({ status: 403, code: 'member_role' })
      expect((await fetchOurKhateebs(member)).invitations).toEqual([])
    },
  )

  test('above the daily limit for invitations to khateebs and members together', async () => {
    for (const _ of 'ab') {
      await owner.client.call(inviteMember, { password, email: unusedAddress(), memberRole: 'viewer' })
      await inviteKhateebByEmail(app, owner)
    }
    const refused = owner.client.call(inviteNewKhateeb, { email: unusedAddress() })
    await expect(refused).rejects.toMatchObject({ status: 429 })
  })

  test('above the maximum number of pending invitations to khateebs', async () => {
    await app.database.transaction(async (tx) => {
      const masjid = { uid: owner.uid, name: owner.name, suspended: false }
      for (let count = 0; count < maxKhateebInvitations; count += 1)
        await sendInvitation(tx, masjid, {
          email: unusedAddress(),
          invitedAs: 'khateeb',
          invitedBy: owner.personId,
        })
    })
    const refused = owner.client.call(inviteNewKhateeb, { email: unusedAddress() })
    await expect(refused).rejects.toMatchObject(conflict('too_many_khateeb_invitations'))
    // A repeated invitation to the same address does not raise the number of pending invitations, so it is allowed.
    const { invitations } = await fetchOurKhateebs(owner)
    expect(await owner.client.call(inviteNewKhateeb, { email: invitations[0]?.email ?? '' })).toEqual({})
  })
})
