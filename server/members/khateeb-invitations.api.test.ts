import { beforeEach, describe, expect, test } from 'vitest'
import { getEmail, verifyEmail } from '../../contract/account-email.ts'
import { becomeKhateeb, deleteAccount, khateebSignup } from '../../contract/identity.ts'
import {
  acceptInvitation,
  joinAsKhateeb,
  joinByInvitation,
  lookUpInvitation,
} from '../../contract/invitation-links.ts'
import {
  deleteMasjid,
  getMembers,
  inviteMember,
  inviteNewKhateeb,
  revokeInvitation,
} from '../../contract/members.ts'
import { changeApprovedOnly, markKhateeb } from '../../contract/our-khateebs.ts'
import { joinMasjid } from '../../tests/runtime/add-member.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { linkSpentError, signInWith, tokenInLetter } from '../../tests/runtime/email-changes.ts'
import {
  fetchOurKhateebs,
  inviteKhateebByEmail,
  signUpAndConfirm,
} from '../../tests/runtime/khateeb-invitations.ts'
import { newKhateeb, password } from '../../tests/runtime/people.ts'
import { personIdOf } from '../../tests/runtime/person-id.ts'
import { newKhateebProfile } from '../../tests/runtime/questions-by-email.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'
import { conflict } from '../../tests/runtime/refusals.ts'
import { postSlot, requestSlot } from '../../tests/runtime/slots.ts'
import { newOwner, type TestMember } from '../../tests/runtime/team.ts'
import { deleteExpiredIdentityData } from '../identity/delete-expired.ts'
import { introduceConfirmedKhateebs } from './introduce-khateeb.ts'

const app = await startApp()

let owner: TestMember
beforeEach(async () => {
  owner = await newOwner(app)
})

const day = 24 * 60 * 60 * 1_000
const join = (token: string) => app.client().call(joinAsKhateeb, { token, password, ...newKhateebProfile })
const pendingEmails = async () => (await fetchOurKhateebs(owner)).invitations.map((it) => it.email)
const approvedUids = async () =>
  (await fetchOurKhateebs(owner)).khateebs.filter((it) => it.mark === 'approved').map((it) => it.uid)
/** Returns the ids of the invitations to an address in the database. */
const invitationsTo = (email: string) =>
  app.database.db.selectFrom('invitations').where('email', '=', email).select('id').execute()
const runJob = () => introduceConfirmedKhateebs(app.database)

describe('an invitation to a khateeb', () => {
  test('creates an account with a confirmed email when the khateeb accepts it, and makes him an approved khateeb', async () => {
    const { token, email } = await inviteKhateebByEmail(app, owner)
    expect(await app.client().call(lookUpInvitation, { token })).toEqual({
      masjidName: owner.name,
      city: 'Dearborn',
      stateCode: 'MI',
      masjidPhone: '3135550100',
      invitedAs: 'khateeb',
      email,
      hasAccount: false,
      isOfKhateeb: false,
      slot: null,
    })
    expect(await pendingEmails()).toEqual([email])
    const { uid } = await join(token)
    expect(await approvedUids()).toEqual([uid])
    expect(await pendingEmails()).toEqual([])
    const session = await signInWith(app, email)
    expect(session).toMatchObject({ uid, role: 'khateeb' })
    expect(await app.client(session.token ?? '').call(getEmail, {})).toMatchObject({ emailVerified: true })
    expect(await queuedLetters(app.database, email, 'welcome')).toEqual([])
    expect(await queuedLetters(app.database, owner.email, 'invited_khateeb_joined')).toMatchObject([
      { name: owner.name, masjidName: owner.name, khateebUid: uid, khateebName: 'Bilal Rahman' },
    ])
  })

  test('lets a khateeb request slots of a masjid that takes requests only from approved khateebs', async () => {
    await owner.client.call(changeApprovedOnly, { masjidUid: 'me', approvedOnly: true })
    const slot = await postSlot(owner)
    const { token, email } = await inviteKhateebByEmail(app, owner)
    const { uid } = await join(token)
    const session = await signInWith(app, email)
    const khateeb = { ...owner, uid, email, client: app.client(session.token ?? '') }
    expect(await requestSlot(khateeb, slot)).toMatchObject({ changed: true })
  })

  test('creates one account if the acceptance is repeated, and refuses a repetition with another password', async () => {
    const { token } = await inviteKhateebByEmail(app, owner)
    const { uid } = await join(token)
    expect(await join(token)).toEqual({ uid })
    expect(await approvedUids()).toEqual([uid])
    const other = app
      .client()
      .call(joinAsKhateeb, { token, password: 'another minaret', ...newKhateebProfile })
    await expect(other).rejects.toMatchObject(linkSpentError)
    await expect(app.client().call(lookUpInvitation, { token })).rejects.toMatchObject(linkSpentError)
  })

  test('is refused by the call that accepts member invitations, and a member invitation by the call for khateebs', async () => {
    const { token, email } = await inviteKhateebByEmail(app, owner)
    const joined = app.client().call(joinByInvitation, { token, name: 'Bilal Rahman', password })
    await expect(joined).rejects.toMatchObject(linkSpentError)
    await owner.client.call(inviteMember, { password, email, memberRole: 'viewer' })
    const memberToken = await tokenInLetter(app, email, 'member_invited')
    await expect(join(memberToken)).rejects.toMatchObject(linkSpentError)
    // Both invitations of the address are still pending: as a khateeb, and as a member.
    expect(await pendingEmails()).toEqual([email])
    const { invitations } = await owner.client.call(getMembers, {})
    expect(invitations.map((it) => it.email)).toEqual([email])
  })

  test('does not reveal to the masjid that the address belongs to a khateeb before the khateeb accepts', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    await app.client().call(verifyEmail, { token: await tokenInLetter(app, khateeb.email, 'welcome') })
    const { token } = await inviteKhateebByEmail(app, owner, khateeb.email)
    await runJob()
    expect(await fetchOurKhateebs(owner)).toMatchObject({
      invitations: [{ email: khateeb.email }],
      khateebs: [],
    })
    expect(await khateeb.client.call(acceptInvitation, { token })).toEqual({ uid: khateeb.uid })
    expect(await approvedUids()).toEqual([khateeb.uid])
  })

  test('cannot be accepted by a person with another email, and stays valid', async () => {
    const { token } = await inviteKhateebByEmail(app, owner)
    const other = await newKhateeb(app.baseUrl)
    const refused = { status: 403, code: 'not_invited' }
    await expect(other.client.call(acceptInvitation, { token })).rejects.toMatchObject(refused)
    expect(await join(token)).toMatchObject({ uid: expect.any(String) })
  })

  test('cannot be accepted without a khateeb profile, and is accepted when the person adds a profile', async () => {
    const masjid = await newOwner(app)
    const { token } = await inviteKhateebByEmail(app, owner, masjid.email)
    const refused = masjid.client.call(acceptInvitation, { token })
    await expect(refused).rejects.toMatchObject(conflict('khateeb_profile_needed'))
    const { uid } = await masjid.client.call(becomeKhateeb, newKhateebProfile)
    await runJob()
    expect(await approvedUids()).toEqual([uid])
  })

  test('is accepted when the khateeb signs up without the link and then confirms the email', async () => {
    const { email, token } = await inviteKhateebByEmail(app, owner)
    await app.client().call(khateebSignup, { ...newKhateebProfile, email, password })
    await runJob()
    expect(await pendingEmails()).toEqual([email])
    await app.client().call(verifyEmail, { token: await tokenInLetter(app, email, 'welcome') })
    await runJob()
    await runJob()
    expect(await approvedUids()).toHaveLength(1)
    expect(await queuedLetters(app.database, owner.email, 'invited_khateeb_joined')).toHaveLength(1)
    await expect(app.client().call(lookUpInvitation, { token })).rejects.toMatchObject(linkSpentError)
  })

  test('is deleted after 90 days without an answer', async () => {
    const start = Date.now()
    const { token, email } = await inviteKhateebByEmail(app, owner)
    await app.setNow(new Date(start + 90 * day - 60_000).toISOString())
    await deleteExpiredIdentityData(app.database)
    expect(await app.client().call(lookUpInvitation, { token })).toMatchObject({ email })
    await app.setNow(new Date(start + 90 * day + 60_000).toISOString())
    await expect(join(token)).rejects.toMatchObject(linkSpentError)
    await deleteExpiredIdentityData(app.database)
    expect(await invitationsTo(email)).toEqual([])
    await app.setNow(null)
  })

  test('replaces an earlier invitation to the same address', async () => {
    const first = await inviteKhateebByEmail(app, owner)
    await app.database.db.deleteFrom('letters').where('recipient', '=', first.email).execute()
    await owner.client.call(inviteNewKhateeb, { email: first.email.toUpperCase() })
    const newest = await tokenInLetter(app, first.email, 'new_khateeb_invited')
    expect(await pendingEmails()).toEqual([first.email])
    await expect(join(first.token)).rejects.toMatchObject(linkSpentError)
    expect(await join(newest)).toMatchObject({ uid: expect.any(String) })
  })

  test('can be revoked, and then does not approve the khateeb who joins', async () => {
    const { token, email } = await inviteKhateebByEmail(app, owner)
    const { invitationId = '' } = (await fetchOurKhateebs(owner)).invitations[0] ?? {}
    expect(await owner.client.call(revokeInvitation, { invitationId })).toEqual({ changed: true })
    expect(await owner.client.call(revokeInvitation, { invitationId })).toEqual({ changed: false })
    await expect(join(token)).rejects.toMatchObject(linkSpentError)
    await signUpAndConfirm(app, email)
    await runJob()
    expect(await fetchOurKhateebs(owner)).toMatchObject({ invitations: [], khateebs: [] })
  })

  test('is deleted with the masjid’s account', async () => {
    const { token, email } = await inviteKhateebByEmail(app, owner)
    await owner.client.call(deleteMasjid, { password })
    await expect(join(token)).rejects.toMatchObject(linkSpentError)
    expect(await invitationsTo(email)).toEqual([])
  })

  test('is deleted with the account whose confirmed address was invited', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    await app.client().call(verifyEmail, { token: await tokenInLetter(app, khateeb.email, 'welcome') })
    await inviteKhateebByEmail(app, owner, khateeb.email)
    await khateeb.client.call(deleteAccount, { password })
    expect(await pendingEmails()).toEqual([])
  })
})

describe('accepting an invitation to a khateeb', () => {
  test('does not replace the masjid’s mark “not wanted” for the khateeb', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    const changes = { masjidUid: 'me', khateebUid: khateeb.uid, mark: 'not_wanted' } as const
    await owner.client.call(markKhateeb, changes)
    const { token } = await inviteKhateebByEmail(app, owner, khateeb.email)
    await khateeb.client.call(acceptInvitation, { token })
    expect((await fetchOurKhateebs(owner)).khateebs).toMatchObject([{ uid: khateeb.uid, mark: 'not_wanted' }])
  })

  test('is refused while the khateeb’s profile is suspended, even if the masjid has approved him', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    await owner.client.call(markKhateeb, { masjidUid: 'me', khateebUid: khateeb.uid, mark: 'approved' })
    const { token } = await inviteKhateebByEmail(app, owner, khateeb.email)
    const { db } = app.database
    await joinMasjid(db, await personIdOf(db, khateeb.uid), owner.uid, 'viewer')
    const suspended = db.updateTable('parties').where('uid', '=', khateeb.uid)
    await suspended.set({ suspended_at: new Date() }).execute()
    await expect(khateeb.client.call(acceptInvitation, { token })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await pendingEmails()).toEqual([khateeb.email])
  })

  test('keeps the masjid’s note about the khateeb', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    await owner.client.call(markKhateeb, { masjidUid: 'me', khateebUid: khateeb.uid, note: 'Speaks Urdu.' })
    const { token } = await inviteKhateebByEmail(app, owner, khateeb.email)
    await khateeb.client.call(acceptInvitation, { token })
    expect((await fetchOurKhateebs(owner)).khateebs).toMatchObject([
      { mark: 'approved', note: 'Speaks Urdu.' },
    ])
  })
})
