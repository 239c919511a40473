import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as identity from '../../contract/identity.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { postJson } from '../../tests/runtime/page-requests.ts'
import { newKhateeb, password, type TestAccount } from '../../tests/runtime/people.ts'
import { personIdOf } from '../../tests/runtime/person-id.ts'
import { readPages } from '../../tests/runtime/read-pages.ts'
import { deleteExpiredIdentityData } from './delete-expired.ts'
import { createLink } from './single-use-links.ts'

const app = await startApp()

/** Signs in from another device. Returns the session's token. */
async function signInFrom(userAgent: string, { email }: TestAccount): Promise<string> {
  const sent = { email, password }
  const response = await postJson(app.baseUrl, '/identity/sign_in', sent, { 'user-agent': userAgent })
  return (await response.json()).token
}

test('sessions are listed with their devices, and the current session first', async () => {
  const person = await newKhateeb(app.baseUrl)
  const firefox = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'
  const token = await signInFrom(firefox, person)
  const sessions = await person.client.call(identity.getSessions, {})
  expect(sessions.map(({ device, current }) => [device, current])).toEqual([
    ['node', true],
    ['Firefox on Android', false],
  ])
  const seenThere = await app.client(token).call(identity.getSessions, {})
  expect(seenThere.map(({ device }) => device)).toEqual(['Firefox on Android', 'node'])
})

test('pages of sessions have twenty sessions by default, each session once, and the current session first', async () => {
  const person = await newKhateeb(app.baseUrl)
  const personId = await personIdOf(app.database.db, person.uid)
  await sql`insert into sessions (token_hash, person_id, device, last_seen_at, expires_at)
    select sha256(n::text::bytea), ${personId}, n, minbar_now() - n / 2 * interval '1 hour', minbar_now() + interval '1 day'
    from generate_series(1, 44) n`.execute(app.database.db)
  const first = await person.client.page(identity.getSessions, {})
  expect([first.items.length, first.items[0]?.current]).toEqual([20, true])
  const pages = await readPages((from) => person.client.page(identity.getSessions, { limit: '7', ...from }))
  const ids = pages.flat().map(({ id }) => id)
  expect(ids.slice(0, 20)).toEqual(first.items.map(({ id }) => id))
  expect([ids.length, new Set(ids).size]).toEqual([45, 45])
  expect((await person.client.call(identity.exportData, {})).sessions.map(({ id }) => id)).toEqual(ids)
  const [alone] = (await person.client.page(identity.getSessions, { limit: '1' })).items
  expect(alone?.current).toBe(true)
})

test('revoking a session ends only that session', async () => {
  const person = await newKhateeb(app.baseUrl)
  const token = await signInFrom('curl/8.5.0', person)
  const sessions = await person.client.call(identity.getSessions, {})
  const id = sessions.find(({ device }) => device === 'curl')?.id ?? ''
  await person.client.call(identity.revokeSession, { id })
  expect(await app.client(token).call(identity.getSession, {})).toBeNull()
  expect(await person.client.call(identity.getSessions, {})).toHaveLength(1)
  await expect(person.client.call(identity.revokeSession, { id })).rejects.toMatchObject({ status: 404 })
})

test('ending other sessions keeps the current session and the sessions of other accounts', async () => {
  const [person, other] = [await newKhateeb(app.baseUrl), await newKhateeb(app.baseUrl)]
  const tokens = [await signInFrom('curl/8.5.0', person), await signInFrom('curl/8.5.0', person)]
  expect(await person.client.call(identity.endOtherSessions, {})).toEqual({ ended: 2 })
  for (const token of tokens) expect(await app.client(token).call(identity.getSession, {})).toBeNull()
  for (const { client } of [person, other]) expect(await client.call(identity.getSession, {})).not.toBeNull()
})

test("revoking another account's session fails with not_found", async () => {
  const [person, other] = [await newKhateeb(app.baseUrl), await newKhateeb(app.baseUrl)]
  const [session] = await other.client.call(identity.getSessions, {})
  const revoking = person.client.call(identity.revokeSession, { id: session?.id ?? '' })
  await expect(revoking).rejects.toMatchObject({ status: 404, code: 'not_found' })
  expect(await other.client.call(identity.getSession, {})).not.toBeNull()
})

test('revoking the current session clears the session cookie', async () => {
  const person = await newKhateeb(app.baseUrl)
  const [session] = await person.client.call(identity.getSessions, {})
  const headers = { cookie: `minbar=${person.token}` }
  const response = await postJson(app.baseUrl, '/identity/revoke_session', { id: session?.id }, headers)
  expect(response.headers.getSetCookie()[0]).toMatch(/^minbar=;/)
})

test('a session’s lastSeenAt is updated at most every five minutes', async () => {
  await app.setNow('2026-03-06T10:00:00Z')
  const person = await newKhateeb(app.baseUrl)
  const lastSeen = async () => (await person.client.call(identity.getSessions, {}))[0]?.lastSeenAt
  await app.setNow('2026-03-06T10:05:00Z')
  expect(await lastSeen()).toBe('2026-03-06T10:00:00.000Z')
  await app.setNow('2026-03-06T10:05:01Z')
  // The update runs in the background, so the next response may still have the old value.
  await expect.poll(lastSeen).toBe('2026-03-06T10:05:01.000Z')
  await app.setNow(null)
})

test('the cleanup job deletes expired sessions, links and Idempotency-Keys, and nothing else', async () => {
  const { database, setNow } = app
  const { db } = database
  await setNow('2027-01-01T00:00:00Z')
  const { uid } = await newKhateeb(app.baseUrl)
  const insertKey = (key: string) => {
    const row = { caller: uid, key, fingerprint: Buffer.from('') }
    return db.insertInto('idempotency_keys').values(row).execute()
  }
  const personId = await personIdOf(db, uid)
  await insertKey('old')
  await setNow('2027-01-30T12:00:00Z')
  const young = await newKhateeb(app.baseUrl)
  await insertKey('young')
  await database.transaction((tx) => createLink(tx, personId, 'reset_password'))
  await setNow('2027-01-31T00:00:00Z')
  await deleteExpiredIdentityData(database)

  const youngId = await personIdOf(db, young.uid)
  const ids = [personId, youngId]
  const sessions = await db.selectFrom('sessions').select('person_id').where('person_id', 'in', ids).execute()
  const links = await db
    .selectFrom('links')
    .select(['person_id', 'purpose'])
    .where('person_id', 'in', ids)
    .execute()
  const keys = await db.selectFrom('idempotency_keys').select('key').where('caller', '=', uid).execute()
  expect(sessions).toEqual([{ person_id: youngId }])
  expect(links).toEqual([{ person_id: youngId, purpose: 'verify_email' }])
  expect(keys).toEqual([{ key: 'young' }])
  await setNow(null)
})
