import { beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount, getSession } from '../../contract/identity.ts'
import { changeMemberRole } from '../../contract/members.ts'
import { tablesWithText } from '../../tests/api/database-snapshot.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { newKhateeb, password } from '../../tests/runtime/people.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'
import { conflict } from '../../tests/runtime/refusals.ts'
import { confirmKhateeb, listQueuedLetters, postSlot } from '../../tests/runtime/slots.ts'
import { newTeam, type TestMember, teamSeenBy } from '../../tests/runtime/team.ts'
import { appointOwner } from '../members/appoint-owner.ts'
import { redeleteAccounts } from './delete-account.ts'

const app = await startApp()

let owner: TestMember
let member: TestMember
beforeEach(async () => {
  ;({ owner, member } = await newTeam(app))
})

describe('deleting an account', () => {
  test('of the only owner is refused while the masjid has other members, and the error names the masjid', async () => {
    await expect(owner.client.call(deleteAccount, { password })).rejects.toMatchObject({
      ...conflict('last_owner'),
      message: `You are the only owner of “${owner.name}”. Please make another member an owner, or delete the masjid, first.`,
    })
    expect(await owner.client.call(getSession, {})).toMatchObject({ uid: owner.uid })
  })

  test('of a member who is not an owner removes only that member from the masjid, and sends no letter to others', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    await confirmKhateeb(owner, khateeb, await postSlot(owner))
    await app.database.db.deleteFrom('letters').execute()
    await member.client.call(deleteAccount, { password })
    expect(await teamSeenBy(owner)).toEqual([`owner ${owner.email}`])
    expect(await tablesWithText(app.database, member.email)).toEqual(['letters'])
    expect(await listQueuedLetters(app.database)).toEqual([`account_deleted to ${member.email}`])
  })

  test('of one of two owners sends a letter to the other owner', async () => {
    await owner.client.call(changeMemberRole, { password, personId: member.personId, memberRole: 'owner' })
    await owner.client.call(deleteAccount, { password })
    expect(await queuedLetters(app.database, member.email, 'owner_removed')).toHaveLength(1)
    expect(await teamSeenBy(member)).toEqual(['owner Bilal Rahman'])
  })

  test('is repeated after a restore, even if the backup still has the person as the last owner', async () => {
    const { db } = app.database
    await app.database.transaction((tx) => redeleteAccounts(tx, [owner.personId]))
    expect(await tablesWithText(app.database, owner.email)).toEqual([])
    const rest = db.selectFrom('masjids').where('uid', '=', owner.uid).select('masjid_name')
    expect(await rest.execute()).toHaveLength(1)
    expect(await teamSeenBy(member)).toEqual(['scheduler Bilal Rahman'])
    await app.database.transaction((tx) => appointOwner(tx, { uid: owner.uid }, member.email))
    expect(await teamSeenBy(member)).toEqual(['owner Bilal Rahman'])
    const memberships = db.selectFrom('memberships').where('party_uid', '=', owner.uid)
    expect(await memberships.select('person_id').execute()).toEqual([{ person_id: member.personId }])
  })
})
