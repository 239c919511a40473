import { beforeEach, expect, test } from 'vitest'
import { deleteAccount, sendPasswordReset } from '../../contract/identity.ts'
import {
  changeMemberRole,
  changeName,
  deleteMasjid,
  handOver,
  leaveMasjid,
  removeMember,
} from '../../contract/members.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { sendAndCollectLetters } from '../../tests/runtime/collect-letters.ts'
import { changePasswordOf, newMasjid, password } from '../../tests/runtime/people.ts'
import { newMember, newOwner, type TestMember } from '../../tests/runtime/team.ts'
import { appointOwner } from './appoint-owner.ts'

const app = await startApp({ env: { LIMIT_MEMBER_INVITATION: '1000/86400' } })

let aisha: TestMember
let omar: TestMember
let bilal: TestMember
beforeEach(async () => {
  aisha = await newOwner(app)
  await aisha.client.call(changeName, { name: 'Aisha Rahman' })
  omar = await newMember(app, aisha, 'owner', 'Omar Aziz')
  bilal = await newMember(app, aisha, 'scheduler', 'Bilal Khan')
  await app.database.db.deleteFrom('letters').execute()
})

/** Sends the queued letters. Returns the first sentence of each letter, by the recipient’s name. */
async function sendAndReadFirstSentences(): Promise<Record<string, string>> {
  const names = new Map([aisha, omar, bilal].map((it) => [it.email, it === aisha ? 'Aisha' : it.name]))
  const letters = await sendAndCollectLetters(app.database)
  return Object.fromEntries(
    letters.map(({ to, text }) => [
      names.get(to) ?? to,
      text.split('\n\n')[1]?.replaceAll('\n', ' ').replaceAll(aisha.name, 'the masjid') ?? '',
    ]),
  )
}

const steppedDownSentence = ({ email }: TestMember, name: string) =>
  `${name} (${email}) stepped down as an owner of the masjid.`

const change = (memberRole: 'owner' | 'viewer', { personId } = bilal) =>
  aisha.client.call(changeMemberRole, { password, personId, memberRole })

test('letters about a changed role, to the member and to the owners, name the owner who changed the role', async () => {
  await change('viewer')
  expect(await sendAndReadFirstSentences()).toEqual({
    'Bilal Khan': 'Aisha Rahman changed your role at the masjid.',
  })
  await change('owner')
  expect(await sendAndReadFirstSentences()).toEqual({
    'Bilal Khan': 'Aisha Rahman changed your role at the masjid.',
    'Omar Aziz': `Aisha Rahman made Bilal Khan (${bilal.email}) an owner of the masjid.`,
    Aisha: `You made Bilal Khan (${bilal.email}) an owner of the masjid.`,
  })
  await change('viewer', omar)
  expect(await sendAndReadFirstSentences()).toEqual({
    'Omar Aziz': 'Aisha Rahman changed your role at the masjid.',
    'Bilal Khan': `Aisha Rahman removed Omar Aziz (${omar.email}) from the owners of the masjid.`,
    Aisha: `You removed Omar Aziz (${omar.email}) from the owners of the masjid.`,
  })
})

test('the letter to a removed member names the owner who removed them', async () => {
  await aisha.client.call(removeMember, { password, personId: bilal.personId })
  expect(await sendAndReadFirstSentences()).toEqual({
    'Bilal Khan': 'Aisha Rahman removed you from the members of the masjid.',
  })
})

test('a removed member who also belongs to another masjid gets a letter that names the owner who removed them', async () => {
  const elsewhere = await newMasjid(app.baseUrl)
  await app.database.db
    .insertInto('memberships')
    .values({ person_id: bilal.personId, party_uid: elsewhere.uid, party_role: 'masjid', role: 'viewer' })
    .execute()
  await aisha.client.call(removeMember, { password, personId: bilal.personId })
  expect(await sendAndReadFirstSentences()).toMatchObject({
    'Bilal Khan': 'Aisha Rahman removed you from the members of the masjid.',
  })
})

test('a letter about a change by an owner without a name says “An owner”', async () => {
  await app.database.db.updateTable('people').set({ name: null }).where('id', '=', aisha.personId).execute()
  await aisha.client.call(removeMember, { password, personId: bilal.personId })
  expect(await sendAndReadFirstSentences()).toEqual({
    'Bilal Khan': 'An owner removed you from the members of the masjid.',
  })
})

test('letters about owners who hand over, leave, or delete their account say that they stepped down', async () => {
  await aisha.client.call(handOver, { password, personId: omar.personId, stay: true })
  expect(await sendAndReadFirstSentences()).toEqual({
    Aisha: 'You changed your role at the masjid.',
    'Omar Aziz': steppedDownSentence(aisha, 'Aisha Rahman'),
  })
  await omar.client.call(changeMemberRole, { password, personId: bilal.personId, memberRole: 'owner' })
  await sendAndReadFirstSentences()
  await omar.client.call(leaveMasjid, { password })
  expect(await sendAndReadFirstSentences()).toEqual({
    'Omar Aziz': 'You left the masjid.',
    'Bilal Khan': steppedDownSentence(omar, 'Omar Aziz'),
  })
  await bilal.client.call(changeMemberRole, { password, personId: aisha.personId, memberRole: 'owner' })
  await sendAndReadFirstSentences()
  await bilal.client.call(deleteAccount, { password })
  expect(await sendAndReadFirstSentences()).toMatchObject({ Aisha: steppedDownSentence(bilal, 'Bilal Khan') })
})

test('the letter about a new owner names the owner who invited the new owner', async () => {
  const fatima = await newMember(app, aisha, 'owner', 'Fatima Noor')
  expect(await sendAndReadFirstSentences()).toMatchObject({
    'Omar Aziz': `Aisha Rahman invited Fatima Noor (${fatima.email}), who is now an owner of the masjid.`,
    Aisha: `You invited Fatima Noor (${fatima.email}), who is now an owner of the masjid.`,
  })
})

test('the letters about a deleted masjid say which owner deleted it', async () => {
  await aisha.client.call(deleteMasjid, { password })
  const byAisha = 'Aisha Rahman deleted the account of the masjid, so it has no members any more.'
  expect(await sendAndReadFirstSentences()).toEqual({
    'Omar Aziz': byAisha,
    'Bilal Khan': byAisha,
    Aisha: 'You deleted the account of the masjid, so it has no members any more.',
  })
})

test('letters about an owner whom the operator appointed say that the people who run the site made the change', async () => {
  await app.database.transaction((tx) => appointOwner(tx, { uid: aisha.uid }, bilal.email))
  const byOperator = `The people who run this site made Bilal Khan (${bilal.email}) an owner of the masjid.`
  expect(await sendAndReadFirstSentences()).toEqual({
    'Bilal Khan': 'The people who run this site changed your role at the masjid.',
    'Omar Aziz': byOperator,
    Aisha: byOperator,
  })
})

test('letters about an account greet a member by name, and an owner without a name by the masjid’s name', async () => {
  const masjid = await newMasjid(app.baseUrl)
  await app.database.db.deleteFrom('letters').execute()
  for (const { email } of [bilal, aisha, masjid]) await app.client().call(sendPasswordReset, { email })
  const letters = await sendAndCollectLetters(app.database)
  await changePasswordOf(app.baseUrl, aisha)
  await bilal.client.call(deleteAccount, { password })
  letters.push(...(await sendAndCollectLetters(app.database)))
  expect(letters.map(({ to, text }) => `${to}: ${text.split('\n')[0]}`).toSorted()).toEqual(
    [
      `${bilal.email}: Assalamu alaikum Bilal Khan,`,
      `${bilal.email}: Assalamu alaikum Bilal Khan,`,
      `${aisha.email}: Assalamu alaikum Aisha Rahman,`,
      `${aisha.email}: Assalamu alaikum Aisha Rahman,`,
      `${masjid.email}: Assalamu alaikum ${masjid.name},`,
    ].toSorted(),
  )
})

test('the links in letters about members open the letter’s masjid (`?as=`)', async () => {
  await newMember(app, aisha, 'viewer')
  await change('owner')
  await change('viewer')
  const letters = await sendAndCollectLetters(app.database)
  const kinds = ['member_joined', 'member_role_changed', 'owner_added', 'owner_removed']
  expect([...new Set(letters.map(({ kind }) => kind))].toSorted()).toEqual(kinds)
  for (const { kind, text } of letters) {
    const path = kind.startsWith('owner') ? '/members' : '/masjid-landing'
    expect(text).toContain(`${path}?as=${aisha.uid}`)
  }
})
