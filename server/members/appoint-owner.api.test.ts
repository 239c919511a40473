import { beforeEach, describe, expect, test } from 'vitest'
import { stopInvitations } from '../../contract/invitation-links.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'
import { listQueuedLetters } from '../../tests/runtime/slots.ts'
import { inviteAndReadToken, newTeam, type TestMember } from '../../tests/runtime/team.ts'
import { appointOwner } from './appoint-owner.ts'

const app = await startApp()

let owner: TestMember
let member: TestMember
beforeEach(async () => {
  ;({ owner, member } = await newTeam(app))
})

describe('the operator', () => {
  test('makes a member an owner, and the owners get a letter', async () => {
    const appoint = () => app.database.transaction((tx) => appointOwner(tx, { uid: owner.uid }, member.email))
    expect(await appoint()).toMatchObject({ masjidName: owner.name, result: 'named' })
    expect(await appoint()).toMatchObject({ result: 'unchanged' })
    expect((await listQueuedLetters(app.database)).toSorted()).toEqual([
      `member_role_changed to ${member.email}`,
      `owner_added to ${owner.email}`,
    ])
  })

  test('invites an address without an account to be an owner', async () => {
    const email = 'board-of-the-masjid@minbar.example'
    const done = await app.database.transaction((tx) => appointOwner(tx, { uid: owner.uid }, email))
    expect(done).toEqual({ masjidName: owner.name, result: 'invited' })
    expect(await queuedLetters(app.database, email, 'member_invited')).toMatchObject([{ role: 'owner' }])
  })

  test('cannot invite an address that has stopped invitations', async () => {
    const { token, email } = await inviteAndReadToken(app, owner, 'viewer')
    await app.client().call(stopInvitations, { token })
    const done = await app.database.transaction((tx) => appointOwner(tx, { uid: owner.uid }, email))
    expect(done).toEqual({ masjidName: owner.name, result: 'unwanted' })
  })
})
