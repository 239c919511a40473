import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { actingUidHeader } from '../../contract/client.ts'
import { getSession, signIn } from '../../contract/identity.ts'
import { getOurKhateebs } from '../../contract/our-khateebs.ts'
import { getMasjid } from '../../contract/own-records.ts'
import { getPlan, previewPlan } from '../../contract/plans.ts'
import { getSchedule } from '../../contract/schedule.ts'
import { previewMove, previewMoves } from '../../contract/slot-moves.ts'
import { startFixture } from '../../tests/api/fixture.ts'
import { requestOf, splitInput } from '../../tests/api/raw-call.ts'
import { savedPlan } from '../../tests/api/scenario.ts'
import { joinMasjid } from '../../tests/runtime/add-member.ts'
import { clientOf } from '../../tests/runtime/app.ts'
import { newMasjid, password } from '../../tests/runtime/people.ts'
import { friday, postSlot, slotSeenBy } from '../../tests/runtime/slots.ts'
import { waitForLockConflict } from '../../tests/runtime/wait-for-lock-conflict.ts'
import { redeleteAccounts } from './delete-account.ts'
import { runOperatorCommand } from './operator-command.ts'

const fixture = await startFixture()
const { khateeb, masjid, otherMasjid, personIds, database } = fixture

const setSuspended = (uid: string, on = true) =>
  database.transaction((tx) => runOperatorCommand(tx, { uid }, { kind: 'suspend', on }))
const signInKhateeb = () => fixture.client().call(signIn, { email: khateeb.email, password })

/** Before each test, the khateeb is a scheduler of one masjid and a viewer of another. */
beforeEach(async () => {
  for (const { uid } of [khateeb, masjid, otherMasjid]) await setSuspended(uid, false)
  const { db } = database
  await db
    .deleteFrom('memberships')
    .where('person_id', '=', personIds.khateeb)
    .where('party_role', '=', 'masjid')
    .execute()
  await joinMasjid(db, personIds.khateeb, masjid.uid, 'scheduler')
  await joinMasjid(db, personIds.khateeb, otherMasjid.uid, 'viewer')
})

test('a session lists its person’s parties, the oldest membership first, and acts for the first party', async () => {
  const { uid, role, token } = await signInKhateeb()
  expect({ uid, role }).toEqual({ uid: khateeb.uid, role: 'khateeb' })
  const session = await clientOf(fixture.baseUrl, token ?? '').call(getSession, {})
  expect(session).toMatchObject({ uid: khateeb.uid, role: 'khateeb', memberRole: 'owner' })
  expect(session?.parties.map((it) => [it.uid, it.role, it.memberRole])).toEqual([
    [khateeb.uid, 'khateeb', 'owner'],
    [masjid.uid, 'masjid', 'scheduler'],
    [otherMasjid.uid, 'masjid', 'viewer'],
  ])
})

test('a session leaves out a suspended party, and acts for the next party', async () => {
  const { token } = await signInKhateeb()
  await setSuspended(khateeb.uid)
  // Suspending the khateeb has ended his sessions.
  expect(await clientOf(fixture.baseUrl, token ?? '').call(getSession, {})).toBeNull()
  const next = await signInKhateeb()
  expect(next).toMatchObject({ uid: masjid.uid, role: 'masjid' })
  const session = await clientOf(fixture.baseUrl, next.token ?? '').call(getSession, {})
  expect(session?.parties.map((it) => it.uid)).toEqual([masjid.uid, otherMasjid.uid])
})

test('a read of the session fails with session_changed if the caller loses the acting party during the call', async () => {
  const { token = '' } = await signInKhateeb()
  const held = await database.transaction(async (tx) => {
    // Makes the call wait after the server has found the caller, and before the server reads the names of the parties.
    await sql`lock table masjids in access exclusive mode`.execute(tx)
    const headers = { authorization: `Bearer ${token}`, [actingUidHeader]: masjid.uid }
    const read = fetch(fixture.baseUrl + getSession.path, { headers })
    await waitForLockConflict(tx, read)
    await tx
      .deleteFrom('memberships')
      .where('person_id', '=', personIds.khateeb)
      .where('party_uid', '=', masjid.uid)
      .execute()
    return { read }
  })
  const response = await held.read
  expect([response.status, await response.json()]).toMatchObject([401, { code: 'session_changed' }])
})

test.each([getPlan, previewPlan, previewMove, previewMoves, getMasjid, getOurKhateebs, getSchedule])(
  '$name fails with session_changed if the caller’s masjid is deleted during the call, and the caller has another party',
  async (endpoint) => {
    const own = await newMasjid(fixture.baseUrl)
    const slot = await slotSeenBy(own, await postSlot(own))
    await joinMasjid(database.db, personIds.khateeb, own.uid, 'scheduler')
    const { token } = await signInKhateeb()
    const sent = {
      ...savedPlan,
      uid: own.uid,
      masjidUid: own.uid,
      slotId: slot.slotId,
      moving: slot.slotId,
      minutes: '30',
      toDate: friday,
      toTime: '15:00',
    }
    const { params, query, body } = splitInput(endpoint, sent)
    const held = await database.transaction(async (tx) => {
      // Makes the call wait after the server has found the caller, and before the server reads the masjid.
      await sql`lock table masjids in access exclusive mode`.execute(tx)
      const read = fixture.send({ ...requestOf(endpoint, { params, query, body }), token })
      await waitForLockConflict(tx, read)
      await redeleteAccounts(tx, [own.uid])
      return { read }
    })
    const { status, text } = await held.read
    expect([status, JSON.parse(text)]).toMatchObject([401, { code: 'session_changed' }])
  },
)

test('a person whose parties are all suspended cannot sign in', async () => {
  for (const { uid } of [khateeb, masjid, otherMasjid]) await setSuspended(uid)
  await expect(signInKhateeb()).rejects.toMatchObject({ status: 403, code: 'account_suspended' })
})
