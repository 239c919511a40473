import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoints } from '../../contract/endpoints.ts'
import { updateMasjid, updateUser } from '../../contract/own-records.ts'
import { deleteExpiredIdentityData } from '../../server/identity/delete-expired.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { postSlot, requestSlot } from '../runtime/slots.ts'
import { prepareCall } from './example-calls.ts'
import { startFixture } from './fixture.ts'
import { expectStatus } from './raw-call.ts'

const fixture = await startFixture()

const keys = () => fixture.database.db.selectFrom('idempotency_keys')

/** Returns the texts of all profiles, and all email addresses, escaped as in JSON. */
async function personalData(): Promise<string[]> {
  const { db } = fixture.database
  const khateebs = await db
    .selectFrom('khateebs')
    .select(['first_name', 'last_name', 'phone', 'bio', 'expertise', 'city'])
    .execute()
  const masjids = await db
    .selectFrom('masjids')
    .select(['masjid_name', 'masjid_address', 'phone', 'website', 'city'])
    .execute()
  const people = await db.selectFrom('people').where('left_at', 'is', null).select('email').execute()
  const words = [...khateebs, ...masjids, ...people].flatMap((row): string[] => Object.values(row))
  return [...new Set(words.map((it) => JSON.stringify(it).slice(1, -1)))].filter((it) => it !== '')
}

/** The calls whose example call stored its Idempotency-Key. */
const storingCalls = new Set<string>()

const changingEndpoints = endpoints.filter((it) => it.method !== 'GET' && !it.secret)

test.each(changingEndpoints)('$name stores no personal data under its Idempotency-Key', async (endpoint) => {
  const { send } = await prepareCall(fixture, endpoint)
  expectStatus(await send({ headers: { 'idempotency-key': `of-${endpoint.name}` } }), 200)
  const stored = await keys().select('answer').where('key', '=', `of-${endpoint.name}`).execute()
  if (stored.length > 0) storingCalls.add(endpoint.name)
  const text = JSON.stringify(stored)
  expect((await personalData()).filter((word) => text.includes(word))).toEqual([])
})

test('every call that changes data stores its Idempotency-Key, except calls with secrets and sign_out', () => {
  const without = changingEndpoints.filter(({ name }) => !storingCalls.has(name))
  // sign_out must run each time. The other calls only read.
  expect(without.map((it) => it.name).toSorted()).toEqual([
    'check_khateeb_assignment',
    'check_user_role',
    'geocode',
    'get_my_khutbahs',
    'notify_masjid',
    'preview_plan',
    'sign_out',
  ])
})

test('every call that returns closed proposals declares that they are not stored', () => {
  const returning = changingEndpoints.filter(
    ({ output }) => output instanceof z.ZodMiniObject && 'closed' in output.shape,
  )
  expect(returning.map(({ name }) => name).toSorted()).toEqual([
    'accept_invite',
    'approve_request_full',
    'block_account',
    'reject_invite',
    'reject_request_full',
    'revoke_invite',
    'revoke_sent_request',
  ])
  expect(returning.filter(({ unstoredLists }) => unstoredLists?.includes('closed') !== true)).toEqual([])
})

test('the stored result of a decision does not name the khateebs whose proposals it closed', async () => {
  const { baseUrl, send } = fixture
  const [masjid, khateeb, rival] = [
    await newMasjid(baseUrl),
    await newKhateeb(baseUrl),
    await newKhateeb(baseUrl, { firstName: 'Zubayr', lastName: 'Quraishi' }),
  ]
  const slot = await postSlot(masjid)
  await requestSlot(khateeb, slot)
  await requestSlot(rival, slot)
  const approve = () =>
    send({
      url: '/approve_request_full',
      headers: { 'idempotency-key': 'approval' },
      body: { ...slot, requesterId: khateeb.uid },
      token: masjid.token,
    })
  const first = JSON.parse((await approve()).text)
  expect(first).toMatchObject({ changed: true, closed: [{ khateebName: 'Zubayr Quraishi' }] })
  const stored = await keys().select('answer').where('key', '=', 'approval').execute()
  expect(JSON.stringify(stored)).not.toContain('Zubayr')
  expect(JSON.parse((await approve()).text)).toEqual({ ...first, closed: [] })
})

const patch = (token: string, url: string, key: string, body: object) =>
  fixture.send({ method: 'PATCH', url, headers: { 'idempotency-key': key }, body, token })

test('a repeated profile change returns the current record and changes nothing', async () => {
  const { client, token } = await newKhateeb(fixture.baseUrl)
  const first = await patch(token, '/users/me', 'bio', { bio: 'First.' })
  expect(JSON.parse(first.text)).toMatchObject({ bio: 'First.' })
  await client.call(updateUser, { uid: 'me', bio: 'Second.', phone: '(734) 555-0177' })
  const again = await patch(token, '/users/me', 'bio', { bio: 'First.' })
  expectStatus(again, 200)
  expect(JSON.parse(again.text)).toMatchObject({ bio: 'Second.', phone: '7345550177' })
})

test('a repeated change of a masjid returns its current khutbahs', async () => {
  const masjid = await newMasjid(fixture.baseUrl)
  const { token, client } = masjid
  await patch(token, '/masjids/me', 'website', { website: 'www.first.example' })
  await client.call(updateMasjid, { uid: 'me', website: '' })
  const slot = await postSlot(masjid)
  const again = await patch(token, '/masjids/me', 'website', { website: 'www.first.example' })
  expectStatus(again, 200)
  expect(JSON.parse(again.text)).toMatchObject({ website: '', khutbahs: [{ date: slot.khutbahDate }] })
})

test('an Idempotency-Key is deleted after 24 hours', async () => {
  const { database, setNow } = fixture
  const { uid } = fixture.masjid
  const stored = () => keys().select('key').where('caller', '=', uid).where('key', '=', 'a day').execute()
  await setNow('2027-03-01T12:00:00Z')
  const fingerprint = Buffer.from('')
  await database.db
    .insertInto('idempotency_keys')
    .values({ caller: uid, key: 'a day', fingerprint })
    .execute()
  await setNow('2027-03-02T11:59:59Z')
  await deleteExpiredIdentityData(database)
  expect(await stored()).toHaveLength(1)
  await setNow('2027-03-02T12:00:00Z')
  await deleteExpiredIdentityData(database)
  expect(await stored()).toEqual([])
  await setNow(null)
})
