import { beforeEach, expect, test } from 'vitest'
import { changeName, getMembers } from '../../contract/members.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { newTeam, type TestMember } from '../../tests/runtime/team.ts'

const app = await startApp()

let owner: TestMember
let member: TestMember
beforeEach(async () => {
  ;({ owner, member } = await newTeam(app))
})

test('members see each other’s names, and each member can change their own name', async () => {
  expect(await owner.client.call(changeName, { name: '  Omar Aziz ' })).toEqual({ changed: true })
  expect(await owner.client.call(changeName, { name: 'Omar Aziz' })).toEqual({ changed: false })
  const { members } = await member.client.call(getMembers, {})
  expect(members).toMatchObject([
    { name: 'Omar Aziz', email: owner.email, memberRole: 'owner', isCaller: false },
    { name: 'Bilal Rahman', email: member.email, memberRole: 'scheduler', isCaller: true },
  ])
})
