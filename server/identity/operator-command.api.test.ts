import { beforeEach, describe, expect, test } from 'vitest'
import { removeKhateeb, withdrawKhateeb } from '../../contract/assignments.ts'
import * as directory from '../../contract/directory.ts'
import { getSession } from '../../contract/identity.ts'
import { getMyKhutbahs } from '../../contract/khutbahs.ts'
import { inviteMember, inviteNewKhateeb } from '../../contract/members.ts'
import * as ownRecordCalls from '../../contract/own-records.ts'
import { acceptInvite, revokeInvite } from '../../contract/proposals.ts'
import { publishSchedule } from '../../contract/schedule.ts'
import { moveSlot } from '../../contract/slot-moves.ts'
import { startApp } from '../../tests/runtime/app.ts'
import {
  sendAndCollectLetters,
  sendAndCollectLettersTo,
  sendAndListKindsTo,
} from '../../tests/runtime/collect-letters.ts'
import { signInWith, wrongCredentialsError } from '../../tests/runtime/email-changes.ts'
import { listNewsKinds } from '../../tests/runtime/list-news-kinds.ts'
import { newKhateeb, newMasjid, password, type TestAccount } from '../../tests/runtime/people.ts'
import {
  approveKhateeb,
  inviteKhateeb,
  newPairWithSlots,
  postSlot,
  requestSlot,
  type Slot,
  slotSeenBy,
} from '../../tests/runtime/slots.ts'
import { newMember, newOwner } from '../../tests/runtime/team.ts'
import { waitForLockConflict } from '../../tests/runtime/wait-for-lock-conflict.ts'
import { tellOfMovedSlots } from '../members/tell-of-moved-slots.ts'
import { type OperatorCommand, runOperatorCommand } from './operator-command.ts'

const app = await startApp()

let masjid: TestAccount
let khateeb: TestAccount
let confirmedSlot: Slot
let requestedSlot: Slot
let invitedSlot: Slot
beforeEach(async () => {
  ;({ masjid, khateeb, confirmedSlot, requestedSlot, invitedSlot } = await newPairWithSlots(app.baseUrl))
})

const run = ({ uid }: TestAccount, what: OperatorCommand) =>
  app.database.transaction((tx) => runOperatorCommand(tx, { uid }, what))
const suspend = (who: TestAccount) => run(who, { kind: 'suspend', on: true })
const restore = (who: TestAccount) => run(who, { kind: 'suspend', on: false })

async function fetchListedUids(): Promise<string[]> {
  const [viewer, near] = [await newMasjid(app.baseUrl), { near: 'me', limit: '100' } as const]
  const lists = await Promise.all([
    viewer.client.call(directory.getKhateebs, near),
    viewer.client.call(directory.getMasjids, near),
    viewer.client.call(directory.getKhateebs, {}),
    viewer.client.call(directory.getMasjids, {}),
  ])
  return lists.flat().map((it) => it.uid)
}

describe('a suspended account', () => {
  test('is signed out, and cannot sign in until it is restored', async () => {
    await suspend(khateeb)
    expect(await khateeb.client.call(getSession, {})).toBeNull()
    const { email } = khateeb
    await expect(signInWith(app, email)).rejects.toMatchObject({ status: 403, code: 'account_suspended' })
    await expect(signInWith(app, email, 'another')).rejects.toMatchObject(wrongCredentialsError)
    await restore(khateeb)
    expect(await signInWith(app, email)).toMatchObject({ uid: khateeb.uid })
  })

  test.each(['khateeb', 'masjid'] as const)(
    'of a %s is hidden from lists and details until it is restored',
    async (role) => {
      const [who, other] = role === 'khateeb' ? [khateeb, masjid] : [masjid, khateeb]
      const details = () =>
        role === 'khateeb'
          ? other.client.call(directory.getKhateebDetails, { id: who.uid })
          : other.client.call(directory.getMasjidDetails, { masjidId: who.uid })
      await suspend(who)
      await expect(details()).rejects.toMatchObject({ status: 404 })
      expect(await fetchListedUids()).not.toContain(who.uid)
      await restore(who)
      expect(await details()).toMatchObject({ uid: who.uid })
      expect((await fetchListedUids()).filter((uid) => uid === who.uid)).toHaveLength(2)
    },
  )

  test('of a khateeb has no visible proposals, keeps its assignments, and is shown to masjids as suspended', async () => {
    await suspend(khateeb)
    const { requests, sentInvites } = await masjid.client.call(ownRecordCalls.getMasjid, { uid: 'me' })
    expect([requests, sentInvites]).toEqual([[], []])
    const { client } = masjid
    const calls = [
      approveKhateeb(masjid, khateeb, requestedSlot),
      client.call(revokeInvite, { khateebUid: khateeb.uid, ...invitedSlot }),
      inviteKhateeb(masjid, khateeb, requestedSlot),
    ]
    await Promise.all(calls.map((it) => expect(it).rejects.toMatchObject({ status: 404 })))
    expect(await slotSeenBy(masjid, confirmedSlot)).toMatchObject({
      khateeb: khateeb.name,
      khateebSuspended: true,
    })
    await restore(khateeb)
    expect(await slotSeenBy(masjid, confirmedSlot)).toMatchObject({ khateebSuspended: false })
    expect((await masjid.client.call(ownRecordCalls.getMasjid, { uid: 'me' })).requests).toHaveLength(1)
    await suspend(khateeb)
    expect(await client.call(removeKhateeb, confirmedSlot)).toEqual({ changed: true })
  })

  test('of a masjid has no visible proposals, and its khateebs can still withdraw', async () => {
    await suspend(masjid)
    const { invites, sentRequests } = await khateeb.client.call(ownRecordCalls.getUser, { uid: 'me' })
    expect([invites, sentRequests]).toEqual([[], []])
    const { client } = khateeb
    const accepting = client.call(acceptInvite, { khateebUid: 'me', ...invitedSlot })
    await expect(accepting).rejects.toMatchObject({ status: 404 })
    expect(await client.call(getMyKhutbahs, { khateebUid: 'me' })).toMatchObject([
      { masjidName: masjid.name, masjidSuspended: true },
    ])
    const withdrawal = { khateebUid: 'me', ...confirmedSlot, reason: 'They are suspended.' }
    expect(await client.call(withdrawKhateeb, withdrawal)).toEqual({ changed: true })
  })
})

test('suspending a masjid signs out all its members', async () => {
  const owner = await newOwner(app)
  const member = await newMember(app, owner, 'scheduler')
  const result = await suspend(owner)
  expect(result?.sessionsEnded).toBe(2)
  expect(await member.client.call(getSession, {})).toBeNull()
})

test('a member who signs in during the suspension of the masjid gets no session', async () => {
  const owner = await newOwner(app)
  const { email } = await newMember(app, owner, 'scheduler')
  const { late } = await app.database.transaction(async (tx) => {
    await runOperatorCommand(tx, { uid: owner.uid }, { kind: 'suspend', on: true })
    const entering = signInWith(app, email).catch((error: unknown) => error)
    await waitForLockConflict(tx, entering)
    return { late: entering }
  })
  expect(await late).toMatchObject(wrongCredentialsError)
})

test('a suspended khateeb is not named to signed-out visitors until he is restored', async () => {
  await masjid.client.call(publishSchedule, { masjidUid: 'me', slug: 'the-schedule' })
  const namesKhateeb = async () => {
    const { khutbahs } = await app.client().call(directory.getMasjidDetails, { masjidId: masjid.uid })
    const schedule = await (await fetch(`${app.baseUrl}/schedule/the-schedule/khutbahs.json`)).text()
    return [JSON.stringify(khutbahs), schedule].map((it) => it.includes(khateeb.name))
  }
  expect(await namesKhateeb()).toEqual([true, true])
  await suspend(khateeb)
  expect(await namesKhateeb()).toEqual([false, false])
  await restore(khateeb)
  expect(await namesKhateeb()).toEqual([true, true])
})

test('a masjid’s details name a suspended khateeb to the masjid itself, but not to other signed-in callers', async () => {
  const others = [await newMasjid(app.baseUrl), await newKhateeb(app.baseUrl)]
  const namesKhateeb = () =>
    Promise.all(
      [...others, masjid].map(async ({ client }) => {
        const { khutbahs } = await client.call(directory.getMasjidDetails, { masjidId: masjid.uid })
        return JSON.stringify(khutbahs).includes(khateeb.name)
      }),
    )
  expect(await namesKhateeb()).toEqual([true, true, true])
  await suspend(khateeb)
  expect(await namesKhateeb()).toEqual([false, false, true])
  await restore(khateeb)
  expect(await namesKhateeb()).toEqual([true, true, true])
})

describe('news of a proposal that awaits an answer', () => {
  test('is not sent while the inviting masjid is suspended, and is not in the bell until the masjid is restored', async () => {
    await suspend(masjid)
    expect(await listNewsKinds(khateeb)).not.toContain('invite_received')
    expect(await sendAndListKindsTo(app.database, khateeb)).not.toContain('invite_received')
    await restore(masjid)
    expect(await listNewsKinds(khateeb)).toContain('invite_received')
  })

  test('is not sent while the requesting khateeb is suspended, and is not in the bell until he is restored', async () => {
    await suspend(khateeb)
    expect(await listNewsKinds(masjid)).not.toContain('request_received')
    expect(await sendAndListKindsTo(app.database, masjid)).not.toContain('request_received')
    await restore(khateeb)
    expect(await listNewsKinds(masjid)).toContain('request_received')
  })

  test('is not sent while the masjid is suspended, even after a move of its slot', async () => {
    await masjid.client.call(moveSlot, { ...invitedSlot, toDate: invitedSlot.khutbahDate, toTime: '16:00' })
    await suspend(masjid)
    expect(await listNewsKinds(khateeb)).not.toContain('slot_moved')
    expect(await sendAndListKindsTo(app.database, khateeb)).not.toContain('slot_moved')
  })
})

test('letters about a suspended masjid leave out its address', async () => {
  await masjid.client.call(moveSlot, {
    ...confirmedSlot,
    toDate: confirmedSlot.khutbahDate,
    toTime: '16:00',
  })
  const { masjidAddress } = await khateeb.client.call(directory.getMasjidDetails, { masjidId: masjid.uid })
  await suspend(masjid)
  const letters = await sendAndCollectLettersTo(app.database, khateeb)
  expect(letters.map((it) => it.kind)).toContain('slot_moved')
  expect(letters.filter((it) => `${it.text} ${it.html}`.includes(masjidAddress))).toEqual([])
})

test.each(['an invite', 'a request'])(
  'while a masjid is suspended, news of its new address is not sent to a khateeb who has only %s',
  async (direction) => {
    const other = await newKhateeb(app.baseUrl)
    if (direction === 'an invite') await inviteKhateeb(masjid, other, requestedSlot)
    else await requestSlot(other, invitedSlot)
    await masjid.client.call(ownRecordCalls.updateMasjid, { uid: 'me', masjidAddress: '7 Mulberry Lane' })
    await suspend(masjid)
    expect(await sendAndListKindsTo(app.database, other)).not.toContain('masjid_moved')
  },
)

test('a suspended masjid’s letters with invitations by email are not sent', async () => {
  const owner = await newOwner(app)
  const slot = await postSlot(owner)
  const { slotId } = await slotSeenBy(owner, slot)
  const address = (name: string) => `${name}-${owner.uid}@minbar.example`
  await owner.client.call(inviteMember, { password, email: address('member'), memberRole: 'viewer' })
  await owner.client.call(inviteNewKhateeb, { email: address('khateeb') })
  await owner.client.call(inviteNewKhateeb, { email: address('asked'), slotId })
  await owner.client.call(moveSlot, { ...slot, toDate: slot.khutbahDate, toTime: '16:00' })
  await tellOfMovedSlots(app.database)
  await suspend(owner)
  const letters = await sendAndCollectLetters(app.database)
  expect(letters.filter((it) => it.to.includes(owner.uid)).map((it) => it.kind)).toEqual([])
})

/** Returns the events about a khateeb that the audit has with the role `operator`. */
async function operatorEventsOf({ uid }: TestAccount): Promise<string[]> {
  const events = app.database.db.selectFrom('audit').select('event').orderBy('id')
  const rows = await events.where('khateeb_uid', '=', uid).where('by_role', '=', 'operator').execute()
  return rows.map((it) => it.event)
}

test.each([
  ['verify', 'verified', ['account_verified', 'account_unverified', 'account_verified']],
  ['set_paid', 'paid', ['paid_set', 'paid_unset', 'paid_set']],
  // New accounts have a free trial, so the first command changes nothing.
  ['set_free_trial', 'freeTrial', ['free_trial_unset', 'free_trial_set']],
] as const)(
  'the operator command %s sets %s in the account’s record, and is audited',
  async (kind, field, events) => {
    for (const on of [true, false, true]) {
      await run(khateeb, { kind, on })
      expect((await khateeb.client.call(ownRecordCalls.getUser, { uid: 'me' }))[field]).toBe(on)
      expect(await run(khateeb, { kind, on })).toMatchObject({ changed: false })
    }
    expect(await operatorEventsOf(khateeb)).toEqual(events)
  },
)

test('the operator commands end_sessions and suspend are audited', async () => {
  expect(await run(khateeb, { kind: 'end_sessions' })).toMatchObject({ sessionsEnded: 1 })
  expect(await khateeb.client.call(getSession, {})).toBeNull()
  expect(await run(khateeb, { kind: 'end_sessions' })).toMatchObject({ changed: false, sessionsEnded: 0 })
  await suspend(khateeb)
  await restore(khateeb)
  expect(await operatorEventsOf(khateeb)).toEqual([
    'sessions_ended',
    'account_suspended',
    'other_side_suspended_or_restored',
    'account_restored',
    'other_side_suspended_or_restored',
  ])
})

test('only verified accounts have a badge on their card and in their details', async () => {
  const listedAccounts = async () => [
    ...(await masjid.client.call(directory.getKhateebs, {})),
    ...(await khateeb.client.call(directory.getMasjids, {})),
    await masjid.client.call(directory.getKhateebDetails, { id: khateeb.uid }),
    await app.client().call(directory.getMasjidDetails, { masjidId: masjid.uid }),
  ]
  const verifiedUids = async () => (await listedAccounts()).filter((it) => it.verified).map((it) => it.uid)
  const before = await verifiedUids()
  expect(before).not.toContain(khateeb.uid)
  await run(khateeb, { kind: 'verify', on: true })
  expect((await verifiedUids()).filter((uid) => !before.includes(uid))).toEqual([khateeb.uid, khateeb.uid])
  await run(masjid, { kind: 'verify', on: true })
  expect((await verifiedUids()).filter((uid) => uid === masjid.uid)).toHaveLength(2)
  await run(masjid, { kind: 'verify', on: false })
  expect(await verifiedUids()).not.toContain(masjid.uid)
})

test('an operator command about an unknown account returns undefined', async () => {
  const unknown = { email: 'nobody@minbar.example' }
  const ran = app.database.transaction((tx) => runOperatorCommand(tx, unknown, { kind: 'end_sessions' }))
  expect(await ran).toBeUndefined()
})
