import { expect, test } from 'vitest'
import { reconfirmKhateeb } from '../../contract/assignments.ts'
import { signOut } from '../../contract/identity.ts'
import { checkForChanges } from '../../contract/live.ts'
import { updateMasjid, updateUser } from '../../contract/own-records.ts'
import { moveSlot } from '../../contract/slot-moves.ts'
import { insertMember, joinMasjid } from '../../tests/runtime/add-member.ts'
import { startApp, type TestApp } from '../../tests/runtime/app.ts'
import { type EventStream, openEventStream } from '../../tests/runtime/event-stream.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../../tests/runtime/people.ts'
import { personIdOf } from '../../tests/runtime/person-id.ts'
import { deleteSessions, openTestSession } from '../../tests/runtime/session.ts'
import {
  approveKhateeb,
  confirmKhateeb,
  inviteKhateeb,
  postSlot,
  requestSlot,
  slotSeenBy,
} from '../../tests/runtime/slots.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { runOperatorCommand } from '../identity/operator-command.ts'

const drainController = new AbortController()
const streamBounds = { perSession: 2, perPerson: 12, perProcess: 20 }
const app = await startApp({ parts: { streamBounds } })
/** Two more servers with the same database. They simulate other processes. */
const otherServer = await startApp({ parts: { streamBounds, database: app.database } })
const drainedServer = await startApp({
  parts: { streamBounds, database: app.database, draining: drainController.signal },
})

const changedEvent = 'data: changed'

/** Opens a stream that also reports the changes of the last `seconds`, by default one, and the public changes of the parties in `about`. */
function listen(
  token: string | undefined,
  {
    at = app,
    seconds = 1,
    about = [],
  }: { at?: TestApp; seconds?: number; about?: readonly TestAccount[] } = {},
): Promise<EventStream> {
  const uids = about.map((it) => it.uid).join()
  const query = `seconds=${seconds}${uids === '' ? '' : `&about=${uids}`}`
  return openEventStream(`${at.baseUrl}/changes?${query}`, token)
}

/** Expects that a reader's open stream has reported nothing, and that a new stream that looks back a minute reports nothing either. */
async function expectSilence(stream: EventStream, reader: TestAccount, about: TestAccount): Promise<void> {
  const session = await openTestSession(app.database, reader.uid)
  const lookingBack = await listen(session, { about: [about], seconds: 60 })
  await deleteSessions(app.database, reader.uid)
  expect(await stream.untilEnd()).toEqual([])
  expect(await lookingBack.untilEnd()).toEqual([])
}

/**
 * Resolves when the server has read all changes so far, so that its next poll reports none of them to a new stream. Makes two changes,
 * because the first `changed` may be about an earlier change, at which the new stream looks back.
 */
async function waitUntilChangesAreRead(uid: string): Promise<void> {
  const stream = await listen(await openTestSession(app.database, uid))
  for (const event of ['invite_expired', 'request_expired'] as const) {
    await app.database.transaction((tx) => recordAudit(tx, { role: 'minbar' }, [{ event, masjidUid: uid }]))
    await stream.next()
  }
  stream.close()
}

/**
 * Creates a masjid with a slot, and a khateeb. Then sets the clock to an hour after their last change, so that a stream that looks back
 * finds none of these changes.
 */
async function newMasjidAndKhateeb() {
  await app.setNow(null)
  const masjid = await newMasjid(app.baseUrl)
  const khateeb = await newKhateeb(app.baseUrl)
  const slot = await postSlot(masjid)
  await waitUntilChangesAreRead(masjid.uid)
  await app.setNow(new Date(Date.now() + 60 * 60 * 1_000).toISOString())
  return { masjid, khateeb, slot }
}

test('a stream of a masjid says only “changed” when a khateeb sends the masjid a request at another server', async () => {
  const { masjid, khateeb, slot } = await newMasjidAndKhateeb()
  const stream = await listen(masjid.token, { at: otherServer })
  await requestSlot(khateeb, slot)
  expect(await stream.next()).toBe(changedEvent)
  expect(stream.headers['content-type']).toBe('text/event-stream')
  expect(stream.headers['cache-control']).toBe('no-store')
  expect(stream.headers['x-accel-buffering']).toBe('no')
  expect(stream.headers['connection']).toBe('close')
})

test('a khateeb’s stream reports a move of a masjid that has invited him', async () => {
  const { masjid, khateeb, slot } = await newMasjidAndKhateeb()
  await inviteKhateeb(masjid, khateeb, slot)
  await waitUntilChangesAreRead(khateeb.uid)
  await app.setNow(new Date(Date.now() + 2 * 60 * 60 * 1_000).toISOString())
  const stream = await listen(await openTestSession(app.database, khateeb.uid))
  await masjid.client.call(updateMasjid, { uid: 'me', zipCode: '60601' })
  expect(await stream.next()).toBe(changedEvent)
})

test.each(['masjid', 'khateeb'] as const)(
  'a stream reports the suspension of the %s of a confirmed slot to the other side',
  async (role) => {
    const { masjid, khateeb, slot } = await newMasjidAndKhateeb()
    await confirmKhateeb(masjid, khateeb, slot)
    const [suspended, other] = role === 'masjid' ? [masjid, khateeb] : [khateeb, masjid]
    await waitUntilChangesAreRead(other.uid)
    await app.setNow(new Date(Date.now() + 2 * 60 * 60 * 1_000).toISOString())
    const stream = await listen(await openTestSession(app.database, other.uid))
    await app.database.transaction((tx) => runOperatorCommand(tx, suspended, { kind: 'suspend', on: true }))
    expect(await stream.next()).toBe(changedEvent)
  },
)

test('a stream reports a change that happened some seconds before the stream opened, and so does checkForChanges', async () => {
  const { masjid, khateeb, slot } = await newMasjidAndKhateeb()
  expect(await masjid.client.call(checkForChanges, { seconds: '60' })).toEqual({ changed: false })
  await requestSlot(khateeb, slot)
  expect(await (await listen(masjid.token, { seconds: 60 })).next()).toBe(changedEvent)
  expect(await masjid.client.call(checkForChanges, { seconds: '60' })).toEqual({ changed: true })
})

test('a stream about a masjid reports its public changes, but not its invites and requests', async () => {
  await app.setNow(null)
  const reader = await newKhateeb(app.baseUrl)
  const { masjid, khateeb, slot } = await newMasjidAndKhateeb()
  const invited = await newKhateeb(app.baseUrl)
  const forProposals = await listen(await openTestSession(app.database, reader.uid), { about: [masjid] })
  const [ofMasjid, ofInvited] = [await listen(masjid.token), await listen(invited.token)]
  await requestSlot(khateeb, slot)
  await ofMasjid.next()
  await inviteKhateeb(masjid, invited, slot)
  await ofInvited.next()
  await expectSilence(forProposals, reader, masjid)

  const forApproval = await listen(await openTestSession(app.database, reader.uid), { about: [masjid] })
  await approveKhateeb(masjid, khateeb, slot)
  expect(await forApproval.next()).toBe(changedEvent)
})

test('a stream about a masjid reports that a khateeb has confirmed a new time', async () => {
  const { masjid, khateeb, slot } = await newMasjidAndKhateeb()
  const reader = await newKhateeb(app.baseUrl)
  await confirmKhateeb(masjid, khateeb, slot)
  await masjid.client.call(moveSlot, { ...slot, toDate: slot.khutbahDate, toTime: '16:00' })
  await waitUntilChangesAreRead(masjid.uid)
  await app.setNow(new Date(Date.now() + 2 * 60 * 60 * 1_000).toISOString())
  const stream = await listen(await openTestSession(app.database, reader.uid), { about: [masjid] })
  const moved = { ...slot, khutbahTime: '16:00' }
  const { startsAt: seenStart } = await slotSeenBy(masjid, moved)
  await khateeb.client.call(reconfirmKhateeb, { khateebUid: 'me', seenStart, ...moved })
  expect(await stream.next()).toBe(changedEvent)
})

test('a stream about a khateeb reports a change of his profile, but not where he is confirmed', async () => {
  await app.setNow(null)
  const other = await newMasjid(app.baseUrl)
  const { masjid, khateeb, slot } = await newMasjidAndKhateeb()
  const stream = await listen(await openTestSession(app.database, other.uid), { about: [khateeb] })
  const own = await listen(khateeb.token)
  await confirmKhateeb(masjid, khateeb, slot)
  await own.next()
  await expectSilence(stream, other, khateeb)

  const again = await listen(await openTestSession(app.database, other.uid), { about: [khateeb] })
  await khateeb.client.call(updateUser, { uid: 'me', bio: 'Teacher.' })
  expect(await again.next()).toBe(changedEvent)
})

test('a stream does not report changes of other parties', async () => {
  await app.setNow(null)
  const other = await newMasjid(app.baseUrl)
  const { masjid, khateeb, slot } = await newMasjidAndKhateeb()
  const stream = await listen(other.token)
  const own = await listen(khateeb.token)
  await inviteKhateeb(masjid, khateeb, slot)
  await own.next()
  await other.client.call(signOut, {})
  expect(await stream.untilEnd()).toEqual([])
})

test('a stream reports a change that began before another change and is committed after it', async () => {
  await app.setNow(null)
  const other = await newMasjid(app.baseUrl)
  const { masjid, khateeb, slot } = await newMasjidAndKhateeb()
  const ofOther = await listen(other.token)
  const ofKhateeb = await listen(khateeb.token)
  await app.database.transaction(async (tx) => {
    await recordAudit(tx, { role: 'minbar' }, [{ event: 'invite_expired', masjidUid: other.uid }])
    await inviteKhateeb(masjid, khateeb, slot)
    expect(await ofKhateeb.next()).toBe(changedEvent)
  })
  expect(await ofOther.next()).toBe(changedEvent)
})

test('a stream ends soon after its session was signed out at another server', async () => {
  const { masjid } = await newMasjidAndKhateeb()
  const stream = await listen(masjid.token, { at: otherServer })
  await masjid.client.call(signOut, {})
  expect(await stream.untilEnd()).toEqual([])
})

test('a stream ends soon after its person is no longer a member', async () => {
  const { masjid } = await newMasjidAndKhateeb()
  const { db } = app.database
  const removed = await personIdOf(db, masjid.uid)
  await insertMember(db, masjid.uid, 'owner')
  const stream = await listen(masjid.token)
  await db.deleteFrom('memberships').where('person_id', '=', removed).execute()
  expect(await stream.untilEnd()).toEqual([])
})

test('a stream reports changes of all parties of its person, and says “changed” and ends when the person’s membership of a party ends', async () => {
  const { masjid, khateeb } = await newMasjidAndKhateeb()
  const { db } = app.database
  const personId = await personIdOf(db, khateeb.uid)
  await joinMasjid(db, personId, masjid.uid, 'scheduler')
  const stream = await listen(khateeb.token)
  await masjid.client.call(updateMasjid, { uid: 'me', zipCode: '60601' })
  expect(await stream.next()).toBe(changedEvent)
  await db
    .deleteFrom('memberships')
    .where('person_id', '=', personId)
    .where('party_uid', '=', masjid.uid)
    .execute()
  expect(await stream.untilEnd()).toEqual([changedEvent])
})

test('a new stream ends the oldest stream of its session when the session has too many', async () => {
  const { masjid, khateeb, slot } = await newMasjidAndKhateeb()
  const streams = [await listen(masjid.token), await listen(masjid.token), await listen(masjid.token)]
  expect(await streams[0]?.untilEnd()).toEqual([])
  await requestSlot(khateeb, slot)
  expect(await Promise.all(streams.slice(1).map((it) => it.next()))).toEqual([changedEvent, changedEvent])
})

test('a new stream ends the person’s oldest stream if the person’s sessions together have too many streams', async () => {
  const { masjid, khateeb, slot } = await newMasjidAndKhateeb()
  const others = await listen(khateeb.token)
  const streams: EventStream[] = []
  for (let count = 0; count <= streamBounds.perPerson; count += 1)
    streams.push(await listen(await openTestSession(app.database, masjid.uid)))
  expect(await streams[0]?.untilEnd()).toEqual([])
  await requestSlot(khateeb, slot)
  expect(await Promise.all([others, ...streams.slice(1)].map((it) => it.next()))).toEqual(
    Array.from({ length: streams.length }, () => changedEvent),
  )
})

test('a server refuses streams without a session, and streams above its limit', async () => {
  await expect(listen(undefined)).rejects.toThrow('refused with 401')
  const full = await startApp({
    parts: { streamBounds: { perSession: 1, perPerson: 1, perProcess: 0 }, database: app.database },
  })
  const { masjid } = await newMasjidAndKhateeb()
  await expect(listen(masjid.token, { at: full })).rejects.toThrow('refused with 503')
})

test('open streams do not block other calls', async () => {
  const { masjid } = await newMasjidAndKhateeb()
  // Open more streams than the server has connections to the database, which is ten.
  for (let count = 0; count < 12; count += 1) await listen(await openTestSession(app.database, masjid.uid))
  expect(await masjid.client.call(checkForChanges, { seconds: '1' })).toEqual({ changed: false })
})

test('a draining server ends its streams and refuses new ones', async () => {
  const { masjid } = await newMasjidAndKhateeb()
  const stream = await listen(masjid.token, { at: drainedServer })
  drainController.abort()
  expect(await stream.untilEnd()).toEqual([])
  await expect(listen(masjid.token, { at: drainedServer })).rejects.toThrow('refused with 503')
})

test('a server ends its open streams when it stops', async () => {
  const { masjid } = await newMasjidAndKhateeb()
  const server = await startApp({ parts: { streamBounds, database: app.database } })
  const stream = await listen(masjid.token, { at: server })
  await server.stop()
  expect(await stream.untilEnd()).toEqual([])
})
