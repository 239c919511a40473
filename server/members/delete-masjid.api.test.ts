import { beforeEach, describe, expect, test } from 'vitest'
import { deleteMasjid, getMembers } from '../../contract/members.ts'
import { tablesWithText } from '../../tests/api/database-snapshot.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { wrongCredentialsError } from '../../tests/runtime/email-changes.ts'
import { newKhateeb, password } from '../../tests/runtime/people.ts'
import { confirmKhateeb, listQueuedLetters, postSlot } from '../../tests/runtime/slots.ts'
import { newTeam, type TestMember } from '../../tests/runtime/team.ts'

const app = await startApp()

let owner: TestMember
let member: TestMember
beforeEach(async () => {
  ;({ owner, member } = await newTeam(app))
})

describe('deleting a masjid', () => {
  test('requires the owner’s password', async () => {
    const refused = owner.client.call(deleteMasjid, { password: 'not-the-password' })
    await expect(refused).rejects.toMatchObject(wrongCredentialsError)
  })

  test('cancels its khutbahs, ends all memberships, and sends letters to members and confirmed khateebs', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    await confirmKhateeb(owner, khateeb, await postSlot(owner))
    await app.database.db.deleteFrom('letters').execute()
    await owner.client.call(deleteMasjid, { password })
    expect((await listQueuedLetters(app.database)).toSorted()).toEqual(
      [
        `account_deleted to ${owner.email}`,
        `account_deleted to ${member.email}`,
        `masjid_left to ${khateeb.email}`,
      ].toSorted(),
    )
    await expect(member.client.call(getMembers, {})).rejects.toMatchObject({ status: 401 })
    expect(await tablesWithText(app.database, member.email)).toEqual(['letters'])
    expect(await tablesWithText(app.database, owner.name)).toEqual(['letters'])
  })
})
