import { beforeEach, describe, expect, test } from 'vitest'
import { getEmail, verifyEmail } from '../../contract/account-email.ts'
import { blockAccount } from '../../contract/blocks.ts'
import { becomeKhateeb, deleteAccount, khateebSignup } from '../../contract/identity.ts'
import {
  acceptInvitation,
  joinAsKhateeb,
  joinByInvitation,
  lookUpInvitation,
  stopInvitations,
} from '../../contract/invitation-links.ts'
import {
  deleteMasjid,
  getMembers,
  inviteMember,
  inviteNewKhateeb,
  maxKhateebInvitations,
  revokeInvitation,
} from '../../contract/members.ts'
import { changeApprovedOnly, getOurKhateebs, markKhateeb } from '../../contract/our-khateebs.ts'
import { joinMasjid } from '../../tests/runtime/add-member.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { linkSpentError, signInWith, tokenInLetter } from '../../tests/runtime/email-changes.ts'
import { newKhateeb, newMasjid, password } from '../../tests/runtime/people.ts'
import { personIdOf } from '../../tests/runtime/person-id.ts'
import { newKhateebAddress, newKhateebProfile } from '../../tests/runtime/questions-by-email.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'
import { conflict } from '../../tests/runtime/refusals.ts'
import { postSlot, requestSlot } from '../../tests/runtime/slots.ts'
import { newMember, newOwner, type TestMember } from '../../tests/runtime/team.ts'
import { deleteExpiredIdentityData } from '../identity/delete-expired.ts'
import { introduceConfirmedKhateebs } from './introduce-khateeb.ts'
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

const day = 24 * 60 * 60 * 1_000
const join = (token: string) => app.client().call(joinAsKhateeb, { token, password, ...newKhateebProfile })

/** Invites an email address as a khateeb. Returns the token in the letter. */
async function invite(email: string = newKhateebAddress()) {
  await owner.client.call(inviteNewKhateeb, { email })
  return { email, token: await tokenInLetter(app, email, 'new_khateeb_invited') }
}

const fetchOurKhateebs = ({ client } = owner) => client.call(getOurKhateebs, { uid: 'me' })
const pendingEmails = async () => (await fetchOurKhateebs()).invitations.map((it) => it.email)
const approvedUids = async () =>
  (await fetchOurKhateebs()).khateebs.filter((it) => it.mark === 'approved').map((it) => it.uid)
/** Returns the ids of the invitations to an address in the database. */
const invitationsTo = (email: string) =>
  app.database.db.selectFrom('invitations').where('email', '=', email).select('id').execute()
const runJob = () => introduceConfirmedKhateebs(app.database)

async function signUpAndConfirm(email: string): Promise<string> {
  const { uid } = await app.client().call(khateebSignup, { ...newKhateebProfile, email, password })
  await app.client().call(verifyEmail, { token: await tokenInLetter(app, email, 'welcome') })
  return uid
}

describe('an invitation to a khateeb', () => {
  test('creates an account with a confirmed email when the khateeb accepts it, and makes him an approved khateeb', async () => {
    const { token, email } = await invite()
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
    const { token, email } = await invite()
    const { uid } = await join(token)
    const session = await signInWith(app, email)
    const khateeb = { ...owner, uid, email, client: app.client(session.token ?? '') }
    expect(await requestSlot(khateeb, slot)).toMatchObject({ changed: true })
  })

  test('creates one account if the acceptance is repeated, and refuses a repetition with another password', async () => {
    const { token } = await invite()
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
    const { token, email } = await invite()
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
    const { token } = await invite(khateeb.email)
    await runJob()
    expect(await fetchOurKhateebs()).toMatchObject({ invitations: [{ email: khateeb.email }], khateebs: [] })
    expect(await khateeb.client.call(acceptInvitation, { token })).toEqual({ uid: khateeb.uid })
    expect(await approvedUids()).toEqual([khateeb.uid])
  })

  test('cannot be accepted by a person with another email, and stays valid', async () => {
    const { token } = await invite()
    const other = await newKhateeb(app.baseUrl)
    const refused = { status: 403, code: 'not_invited' }
    await expect(other.client.call(acceptInvitation, { token })).rejects.toMatchObject(refused)
    expect(await join(token)).toMatchObject({ uid: expect.any(String) })
  })

  test('cannot be accepted without a khateeb profile, and is accepted when the person adds a profile', async () => {
    const masjid = await newOwner(app)
    const { token } = await invite(masjid.email)
    const refused = masjid.client.call(acceptInvitation, { token })
    await expect(refused).rejects.toMatchObject(conflict('khateeb_profile_needed'))
    const { uid } = await masjid.client.call(becomeKhateeb, newKhateebProfile)
    await runJob()
    expect(await approvedUids()).toEqual([uid])
  })

  test('is accepted when the khateeb signs up without the link and then confirms the email', async () => {
    const { email, token } = await invite()
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
    const { token, email } = await invite()
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
    const first = await invite()
    await app.database.db.deleteFrom('letters').where('recipient', '=', first.email).execute()
    await owner.client.call(inviteNewKhateeb, { email: first.email.toUpperCase() })
    const newest = await tokenInLetter(app, first.email, 'new_khateeb_invited')
    expect(await pendingEmails()).toEqual([first.email])
    await expect(join(first.token)).rejects.toMatchObject(linkSpentError)
    expect(await join(newest)).toMatchObject({ uid: expect.any(String) })
  })

  test('can be revoked, and then does not approve the khateeb who joins', async () => {
    const { token, email } = await invite()
    const { invitationId = '' } = (await fetchOurKhateebs()).invitations[0] ?? {}
    expect(await owner.client.call(revokeInvitation, { invitationId })).toEqual({ changed: true })
    expect(await owner.client.call(revokeInvitation, { invitationId })).toEqual({ changed: false })
    await expect(join(token)).rejects.toMatchObject(linkSpentError)
    await signUpAndConfirm(email)
    await runJob()
    expect(await fetchOurKhateebs()).toMatchObject({ invitations: [], khateebs: [] })
  })

  test('is deleted with the masjid’s account', async () => {
    const { token, email } = await invite()
    await owner.client.call(deleteMasjid, { password })
    await expect(join(token)).rejects.toMatchObject(linkSpentError)
    expect(await invitationsTo(email)).toEqual([])
  })

  test('is deleted with the account whose confirmed address was invited', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    await app.client().call(verifyEmail, { token: await tokenInLetter(app, khateeb.email, 'welcome') })
    await invite(khateeb.email)
    await khateeb.client.call(deleteAccount, { password })
    expect(await pendingEmails()).toEqual([])
  })
})

describe('accepting an invitation to a khateeb', () => {
  test('does not replace the masjid’s mark “not wanted” for the khateeb', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    const changes = { masjidUid: 'me', khateebUid: khateeb.uid, mark: 'not_wanted' } as const
    await owner.client.call(markKhateeb, changes)
    const { token } = await invite(khateeb.email)
    await khateeb.client.call(acceptInvitation, { token })
    expect((await fetchOurKhateebs()).khateebs).toMatchObject([{ uid: khateeb.uid, mark: 'not_wanted' }])
  })

  test('is refused while the khateeb’s profile is suspended, even if the masjid has approved him', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    await owner.client.call(markKhateeb, { masjidUid: 'me', khateebUid: khateeb.uid, mark: 'approved' })
    const { token } = await invite(khateeb.email)
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
    const { token } = await invite(khateeb.email)
    await khateeb.client.call(acceptInvitation, { token })
    expect((await fetchOurKhateebs()).khateebs).toMatchObject([{ mark: 'approved', note: 'Speaks Urdu.' }])
  })
})

describe('after a person has pressed “Don’t email me again”', () => {
  test('an invitation returns the usual response, and the address gets no letter from any masjid', async () => {
    const { token, email } = await invite()
    await app.client().call(stopInvitations, { token })
    await app.database.db.deleteFrom('letters').execute()
    const other = await newOwner(app)
    expect(await other.client.call(inviteNewKhateeb, { email })).toEqual({})
    expect((await fetchOurKhateebs(other)).invitations).toMatchObject([{ email }])
    expect(await queuedLetters(app.database, email, 'new_khateeb_invited')).toEqual([])
  })

  test('the masjid does not learn that the khateeb has signed up without the link', async () => {
    const { token, email } = await invite()
    await app.client().call(stopInvitations, { token })
    await signUpAndConfirm(email)
    await runJob()
    expect(await fetchOurKhateebs()).toMatchObject({ invitations: [{ email }], khateebs: [] })
  })
})

test('a khateeb who has blocked the masjid gets no invitation letter, and the masjid does not learn that he has an account', async () => {
  const khateeb = await newKhateeb(app.baseUrl)
  await khateeb.client.call(blockAccount, { khateebUid: khateeb.uid, masjidUid: owner.uid })
  expect(await owner.client.call(inviteNewKhateeb, { email: khateeb.email })).toEqual({})
  expect(await queuedLetters(app.database, khateeb.email, 'new_khateeb_invited')).toEqual([])
  await app.client().call(verifyEmail, { token: await tokenInLetter(app, khateeb.email, 'welcome') })
  await runJob()
  expect(await fetchOurKhateebs()).toMatchObject({ invitations: [{ email: khateeb.email }], khateebs: [] })
})

describe('inviting a khateeb by email is refused', () => {
  test('to an owner whose own email is not confirmed', async () => {
    const masjid = await newMasjid(app.baseUrl)
    const refused = masjid.client.call(inviteNewKhateeb, { email: newKhateebAddress() })
    await expect(refused).rejects.toMatchObject({ status: 403, code: 'email_not_confirmed' })
  })

  test.each(['scheduler', 'viewer'] as const)(
    'to a %s, who also does not see the invited addresses',
    async (role) => {
      await invite()
      const member = await newMember(app, owner, role)
      const refused = member.client.call(inviteNewKhateeb, { email: newKhateebAddress() })
      await expect(refused).rejects.toMatchObject({ status: 403, code: 'member_role' })
      expect((await fetchOurKhateebs(member)).invitations).toEqual([])
    },
  )

  test('above the daily limit for invitations to khateebs and members together', async () => {
    for (const _ of 'ab') {
      await owner.client.call(inviteMember, { password, email: newKhateebAddress(), memberRole: 'viewer' })
      await invite()
    }
    const refused = owner.client.call(inviteNewKhateeb, { email: newKhateebAddress() })
    await expect(refused).rejects.toMatchObject({ status: 429 })
  })

  test('above the maximum number of pending invitations to khateebs', async () => {
    await app.database.transaction(async (tx) => {
      const masjid = { uid: owner.uid, name: owner.name, suspended: false }
      for (let count = 0; count < maxKhateebInvitations; count += 1)
        await sendInvitation(tx, masjid, {
          email: newKhateebAddress(),
          invitedAs: 'khateeb',
          invitedBy: owner.personId,
        })
    })
    const refused = owner.client.call(inviteNewKhateeb, { email: newKhateebAddress() })
    await expect(refused).rejects.toMatchObject(conflict('too_many_khateeb_invitations'))
    // A repeated invitation to the same address does not raise the number of pending invitations, so it is allowed.
    const [email = ''] = await pendingEmails()
    expect(await owner.client.call(inviteNewKhateeb, { email })).toEqual({})
  })
})
