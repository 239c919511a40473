import { beforeEach, describe, expect, test } from 'vitest'
import { addMasjid, becomeKhateeb } from '../../contract/identity.ts'
import { removeMember } from '../../contract/members.ts'
import type { Tx } from '../../server/database/database.ts'
import { insertMember } from '../runtime/add-member.ts'
import { type InsertedAccount, insertMasjid } from '../runtime/insert-people.ts'
import { password } from '../runtime/people.ts'
import { insertSessionOfPerson } from '../runtime/session.ts'
import { invariantViolations } from './invariants.ts'
import { startServerPair } from './race.ts'
import { callOf, deleteAccountCall, setCheapPassword } from './racing-calls.ts'

const pair = await startServerPair({ LIMIT_SIGN_UP: '1000/1', LIMIT_SIGN_IN: '1000/1' })
const { database } = pair
const { db } = database

let owner: InsertedAccount
/** A scheduler of the masjid who acts for no other party. */
let member: InsertedAccount
beforeEach(async () => {
  owner = await insertMasjid(database)
  const personId = await insertMember(db, owner.uid, 'scheduler')
  member = { ...owner, personId, token: (await insertSessionOfPerson(database, personId)).token }
  await setCheapPassword(database, owner, member)
})

const contact = { phone: '(313) 555-0199', zipCode: '48126' }
const newPartyCalls = {
  masjid: () =>
    callOf(member, addMasjid, { ...contact, masjidName: 'Masjid an-Nur', masjidAddress: '2 Main Street' }),
  khateeb: () => callOf(member, becomeKhateeb, { ...contact, firstName: 'Yusuf', lastName: 'Khan' }),
} as const
const roles = ['masjid', 'khateeb'] as const

const lockMember = (tx: Tx) =>
  tx.selectFrom('people').where('id', '=', member.personId).select('id').forUpdate().execute()

/** Returns the roles of the member's parties. */
async function partiesOfMember(): Promise<string[]> {
  const memberships = db.selectFrom('memberships').where('person_id', '=', member.personId)
  return (await memberships.select('party_role as role').execute()).map(({ role }) => role)
}

describe.each(roles)('a new %s', (role) => {
  test('is refused to a person whose account is being deleted', async () => {
    const outcomes = await pair.queueBehind(lockMember, deleteAccountCall(member), newPartyCalls[role]())
    expect(outcomes).toEqual(['changed', 'not_signed_in'])
    expect(await partiesOfMember()).toEqual([])
    expect(await invariantViolations(database)).toEqual([])
  })

  test('is refused to a member whose removal deletes the account', async () => {
    const removes = callOf(owner, removeMember, { personId: member.personId, password })
    const outcomes = await pair.queueBehind(lockMember, removes, newPartyCalls[role]())
    expect(outcomes).toEqual(['changed', 'not_signed_in'])
    expect(await partiesOfMember()).toEqual([])
    expect(await invariantViolations(database)).toEqual([])
  })

  test('that a person adds just before the account is deleted is deleted with it (a khateeb) or prevents the deletion (a masjid)', async () => {
    const outcomes = await pair.queueBehind(lockMember, newPartyCalls[role](), deleteAccountCall(member))
    // The person is the only owner of the new masjid, so the deletion is refused.
    expect(outcomes).toEqual(['changed', role === 'masjid' ? 'last_owner' : 'changed'])
    expect((await partiesOfMember()).toSorted()).toEqual(role === 'masjid' ? ['masjid', 'masjid'] : [])
    expect(await invariantViolations(database)).toEqual([])
  })

  test('lets a member who is concurrently removed from another masjid keep the account', async () => {
    const removes = callOf(owner, removeMember, { personId: member.personId, password })
    const outcomes = await pair.queueBehind(lockMember, newPartyCalls[role](), removes)
    expect(outcomes).toEqual(['changed', 'changed'])
    expect(await partiesOfMember()).toEqual([role])
    expect(await invariantViolations(database)).toEqual([])
  })
})
