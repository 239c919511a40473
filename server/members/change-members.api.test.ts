import { beforeEach, describe, expect, test } from 'vitest'
import { getEndedSession } from '../../contract/ended-session.ts'
import { getSession } from '../../contract/identity.ts'
import { acceptInvitation } from '../../contract/invitation-links.ts'
import { changeMemberRole, getMembers, handOver, leaveMasjid, removeMember } from '../../contract/members.ts'
import { updateMasjid } from '../../contract/own-records.ts'
import { tablesWithText } from '../../tests/api/database-snapshot.ts'
import { joinMasjid } from '../../tests/runtime/add-member.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { linkSpentError, signInWith, wrongCredentialsError } from '../../tests/runtime/email-changes.ts'
import { newKhateeb, password } from '../../tests/runtime/people.ts'
import { personIdOf } from '../../tests/runtime/person-id.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'
import { conflict } from '../../tests/runtime/refusals.ts'
import { listQueuedLetters } from '../../tests/runtime/slots.ts'
import {
  inviteAndReadToken,
  newOwner,
  newTeam,
  type TestMember,
  teamSeenBy,
} from '../../tests/runtime/team.ts'

const app = await startApp()

let owner: TestMember
let member: TestMember
beforeEach(async () => {
  ;({ owner, member } = await newTeam(app))
})

const lastOwnerFailure = conflict('last_owner')

/** Returns the reason why a client’s session has ended, or null. */
const whyEnded = async ({ client }: Pick<TestMember, 'client'>) =>
  (await client.call(getEndedSession, {})).because

describe('a removed member', () => {
  test('can learn for one day why their session has ended', async () => {
    expect(await whyEnded(member)).toBeNull()
    await owner.client.call(removeMember, { password, personId: member.personId })
    expect(await whyEnded(member)).toBe('no_party')
    const { db } = app.database
    const kept = await db
      .selectFrom('sessions')
      .where('person_id', '=', member.personId)
      .select('device')
      .execute()
    expect(kept).toEqual([{ device: '' }])
    await app.setNow(new Date(Date.now() + 24 * 60 * 60 * 1_000 + 1_000).toISOString())
    expect(await whyEnded(member)).toBeNull()
    await app.setNow(null)
  })

  test('who also acts for another party stays signed in', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    const { db } = app.database
    const personId = await personIdOf(db, khateeb.uid)
    await joinMasjid(db, personId, owner.uid, 'viewer')
    await owner.client.call(removeMember, { password, personId })
    expect(await whyEnded(khateeb)).toBeNull()
    expect((await khateeb.client.call(getSession, {}))?.parties).toHaveLength(1)
  })

  test('who acts for no other party loses access at once, and loses the account', async () => {
    await owner.client.call(removeMember, { password, personId: member.personId })
    expect(await member.client.call(getSession, {})).toBeNull()
    await expect(member.client.call(getMembers, {})).rejects.toMatchObject({ status: 401 })
    const change = member.client.call(updateMasjid, { uid: 'me', website: '' })
    await expect(change).rejects.toMatchObject({ status: 401 })
    await expect(signInWith(app, member.email)).rejects.toMatchObject(wrongCredentialsError)
    expect(await tablesWithText(app.database, member.email)).toEqual(['letters'])
    expect(await queuedLetters(app.database, member.email, 'account_deleted')).toEqual([
      {
        name: 'Bilal Rahman',
        membership: { masjidName: owner.name, how: 'removed', by: { who: 'colleague', name: null } },
      },
    ])
    expect(await listQueuedLetters(app.database)).toHaveLength(1)
  })

  test('cannot be removed a second time', async () => {
    await owner.client.call(removeMember, { password, personId: member.personId })
    const again = owner.client.call(removeMember, { password, personId: member.personId })
    await expect(again).rejects.toMatchObject({ status: 404 })
  })

  test('cannot return by an older unused invitation to their address', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    const { token } = await inviteAndReadToken(app, owner, 'viewer', khateeb.email)
    const personId = await personIdOf(app.database.db, khateeb.uid)
    await joinMasjid(app.database.db, personId, owner.uid, 'viewer')
    await owner.client.call(removeMember, { password, personId })
    await expect(khateeb.client.call(acceptInvitation, { token })).rejects.toMatchObject(linkSpentError)
    expect(await teamSeenBy(owner)).toHaveLength(2)
  })
})

test('a change to or from the role owner sends letters to the member and the owners, and a repeated call changes nothing', async () => {
  const change = (memberRole: 'owner' | 'viewer') =>
    owner.client.call(changeMemberRole, { password, personId: member.personId, memberRole })
  expect(await change('owner')).toEqual({ changed: true })
  expect(await change('owner')).toMatchObject({ changed: false, by: { isCaller: true } })
  expect(await teamSeenBy(member)).toEqual([`owner ${owner.email}`, 'owner Bilal Rahman'])
  expect(await change('viewer')).toEqual({ changed: true })
  expect((await listQueuedLetters(app.database)).toSorted()).toEqual([
    `member_role_changed to ${member.email}`,
    `member_role_changed to ${member.email}`,
    `owner_added to ${owner.email}`,
    `owner_removed to ${owner.email}`,
  ])
  await expect(
    owner.client.call(changeMemberRole, { password, personId: owner.personId, memberRole: 'viewer' }),
  ).rejects.toMatchObject(lastOwnerFailure)
})

describe('leaving a masjid', () => {
  test('is refused in the call that removes another member (404)', async () => {
    const self = owner.client.call(removeMember, { password, personId: owner.personId })
    await expect(self).rejects.toMatchObject({ status: 404 })
  })

  test('is refused to the masjid’s last owner', async () => {
    await expect(owner.client.call(leaveMasjid, { password })).rejects.toMatchObject(lastOwnerFailure)
    expect(await teamSeenBy(owner)).toHaveLength(2)
  })

  test('ends an owner’s membership, and sends a letter to the other owners', async () => {
    await owner.client.call(changeMemberRole, { password, personId: member.personId, memberRole: 'owner' })
    await owner.client.call(leaveMasjid, { password })
    expect(await owner.client.call(getSession, {})).toBeNull()
    expect(await teamSeenBy(member)).toEqual(['owner Bilal Rahman'])
    expect(await queuedLetters(app.database, member.email, 'owner_removed')).toMatchObject([
      { owner: owner.email },
    ])
  })
})

describe('handing a masjid over', () => {
  test('makes another member the owner, and the former owner a scheduler', async () => {
    const { personId } = member
    await owner.client.call(handOver, { password, personId, stay: true })
    expect(await teamSeenBy(owner)).toEqual(['owner Bilal Rahman', `scheduler ${owner.email}`])
    expect((await listQueuedLetters(app.database)).toSorted()).toEqual(
      [
        `member_role_changed to ${member.email}`,
        `member_role_changed to ${owner.email}`,
        `owner_added to ${owner.email}`,
        `owner_removed to ${member.email}`,
      ].toSorted(),
    )
  })

  test('can include leaving the masjid, in one call', async () => {
    await owner.client.call(handOver, { password, personId: member.personId, stay: false })
    expect(await teamSeenBy(member)).toEqual(['owner Bilal Rahman'])
    expect(await owner.client.call(getSession, {})).toBeNull()
  })

  test('is refused if the new owner is the caller, or is not a member', async () => {
    for (const personId of [owner.personId, (await newOwner(app)).personId]) {
      const refused = owner.client.call(handOver, { password, personId, stay: false })
      await expect(refused).rejects.toMatchObject({ status: 404 })
    }
  })
})
