import { beforeEach, expect, test } from 'vitest'
import { actingUidHeader, createClient } from '../../contract/client.ts'
import { deleteAccount } from '../../contract/identity.ts'
import { acceptInvitation, declineInvitation, joinAsKhateeb } from '../../contract/invitation-links.ts'
import { changeMemberRole, inviteNewKhateeb, removeMember } from '../../contract/members.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { sendAndCollectLetters } from '../../tests/runtime/collect-letters.ts'
import { changeEmailOf, signInWith, tokenInLetter, unusedAddress } from '../../tests/runtime/email-changes.ts'
import { newKhateeb, password } from '../../tests/runtime/people.ts'
import { personIdOf } from '../../tests/runtime/person-id.ts'
import { inviteAndReadToken, newOwner, type TestMember } from '../../tests/runtime/team.ts'

const app = await startApp({ env: { LIMIT_MEMBER_INVITATION: '1000/86400' } })

let owner: TestMember
/** Another owner, who also is a khateeb. So the account stays when the membership ends. */
let colleague: TestMember
beforeEach(async () => {
  owner = await newOwner(app)
  colleague = await joinAs('owner')
  await app.database.db.deleteFrom('letters').execute()
})

/** Makes a khateeb a member of the owner’s masjid, by an invitation. */
async function joinAs(memberRole: 'owner' | 'viewer', khateeb?: TestMember): Promise<TestMember> {
  const person = khateeb ?? (await newKhateeb(app.baseUrl))
  const { token } = await inviteAndReadToken(app, owner, memberRole, person.email)
  await person.client.call(acceptInvitation, { token })
  return { ...person, personId: await personIdOf(app.database.db, person.uid) }
}

const changeRole = ({ personId }: TestMember, memberRole: 'owner' | 'scheduler' | 'viewer') =>
  owner.client.call(changeMemberRole, { password, personId, memberRole })
const remove = ({ personId }: TestMember) => owner.client.call(removeMember, { password, personId })

/**
 * Sends the queued letters. Returns the kinds and subjects of the letters to an address, without the letter about the sign-up. They are
 * sorted, because several letters to an address may be sent at once.
 */
async function sendLettersTo(address: string) {
  const sent = await sendAndCollectLetters(app.database)
  const found = sent.filter(({ to, kind }) => to === address && kind !== 'welcome')
  return found.map(({ kind, subject }) => `${kind}: ${subject}`).toSorted()
}

const endedLetter = () => `membership_ended: You are no longer a member of ${owner.name}`

test('queued letters about a membership are not sent after the member was removed', async () => {
  const member = await joinAs('viewer')
  await changeRole(member, 'scheduler')
  await remove(member)
  expect(await sendLettersTo(member.email)).toEqual([endedLetter()])
})

test('of the queued letters about a member’s role, only those with the current role are sent', async () => {
  const member = await joinAs('viewer')
  await changeRole(member, 'scheduler')
  await changeRole(member, 'owner')
  expect(await sendLettersTo(member.email)).toEqual([
    `member_role_changed: You are now an owner of ${owner.name}`,
  ])
})

test('a queued letter about the end of a membership is not sent to a person who is a member again', async () => {
  await remove(colleague)
  await joinAs('viewer', colleague)
  expect(await sendLettersTo(colleague.email)).toEqual([
    `member_joined: You are now a member of ${owner.name}`,
  ])
})

test('queued letters about a masjid’s owners are not sent to an owner who was removed', async () => {
  const member = await joinAs('viewer')
  await changeRole(member, 'owner')
  await changeRole(member, 'viewer')
  await remove(colleague)
  expect(await sendLettersTo(colleague.email)).toEqual([endedLetter()])
})

test('queued letters about a masjid’s owners are sent to an owner who has since become a viewer', async () => {
  const member = await joinAs('owner')
  await changeRole(member, 'viewer')
  await changeRole(colleague, 'viewer')
  expect(await sendLettersTo(colleague.email)).toEqual([
    `member_role_changed: You are now a viewer of ${owner.name}`,
    `owner_added: ${owner.name} has a new owner on Minbar`,
    `owner_removed: ${owner.name} has one owner less on Minbar`,
  ])
})

test('a queued letter about a role is sent to the member’s former address if the member has changed the email since', async () => {
  const { email } = colleague
  await changeRole(colleague, 'viewer')
  await changeEmailOf(app, colleague, email, unusedAddress())
  expect(await sendLettersTo(email)).toContain(`member_role_changed: You are now a viewer of ${owner.name}`)
})

/** The colleague invites a new khateeb. Returns his email, and the token in his invitation. */
async function inviteKhateebAsColleague() {
  const email = unusedAddress()
  const headers = { authorization: `Bearer ${colleague.token}`, [actingUidHeader]: owner.uid }
  await createClient({ baseUrl: app.baseUrl, fetch, headers }).call(inviteNewKhateeb, { email })
  return { email, token: await tokenInLetter(app, email, 'new_khateeb_invited') }
}

const profile = { firstName: 'Musa', lastName: 'Idris', phone: '(313) 555-0147', zipCode: '48126', password }

test('a queued letter about a khateeb’s answer is not sent to an inviting owner who was removed', async () => {
  await app.client().call(declineInvitation, { token: (await inviteKhateebAsColleague()).token })
  await app.client().call(joinAsKhateeb, { token: (await inviteKhateebAsColleague()).token, ...profile })
  await remove(colleague)
  expect(await sendLettersTo(colleague.email)).toEqual([endedLetter()])
})

test('a queued letter about an invited khateeb who joined is not sent after he has deleted his account', async () => {
  const { email, token } = await inviteKhateebAsColleague()
  await app.client().call(joinAsKhateeb, { token, ...profile })
  const session = await signInWith(app, email)
  await app.client(session.token).call(deleteAccount, { password })
  expect(await sendLettersTo(colleague.email)).toEqual([])
})
