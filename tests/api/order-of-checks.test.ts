import { type IncomingMessage, request } from 'node:http'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { actingUidHeader } from '../../contract/client.ts'
import { endpoints } from '../../contract/endpoints.ts'
import type { Database } from '../../server/database/database.ts'
import { hashOf } from '../../server/tokens.ts'
import { insertMember, joinMasjid } from '../runtime/add-member.ts'
import { startApp } from '../runtime/app.ts'
import { insertMasjid } from '../runtime/insert-people.ts'
import { insertSessionOfPerson, openTestSession } from '../runtime/session.ts'
import { friday } from '../runtime/slots.ts'
import { exampleOf, prepareCall } from './example-calls.ts'
import { startFixture, unknownId } from './fixture.ts'
import { expectRefusal, expectStatus } from './raw-call.ts'
import { setUpScenario } from './scenario.ts'

const fixture = await startFixture()
const limitedApp = await startApp({ env: { LIMIT_LOOKUP: '2/600', LIMIT_SIGN_IN: '1/600' } })

const tooLarge = JSON.stringify({ padding: 'a'.repeat(64 * 1024) })
const plainTextHeaders = { 'content-type': 'text/plain' }
const changingEndpoints = endpoints.filter((it) => it.method !== 'GET')

/**
 * Makes a call, and makes `change` when the server has read the session, but does not yet have the whole body. Returns the response's
 * status.
 */
async function statusAfterChange(
  path: string,
  token: string,
  body: object,
  change: (database: Database) => Promise<void>,
): Promise<number | undefined> {
  const { baseUrl, database } = fixture
  const isSession = sql<boolean>`token_hash = ${hashOf(token)}`
  const unseen = new Date(0)
  await database.db.updateTable('sessions').where(isSession).set({ last_seen_at: unseen }).execute()
  const json = JSON.stringify(body)
  const sent = request(`${baseUrl}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': json.length,
    },
  })
  const responded = new Promise<IncomingMessage>((resolve) => sent.once('response', resolve))
  sent.write(json.slice(0, 1))
  // When the server has read the session, it updates last_seen_at. Wait for this update.
  const seen = database.db.selectFrom('sessions').where(isSession).select('last_seen_at')
  await expect.poll(async () => (await seen.executeTakeFirst())?.last_seen_at).not.toEqual(unseen)
  await change(database)
  sent.end(json.slice(1))
  return (await responded).statusCode
}

describe('the order of checks', () => {
  test.each(changingEndpoints.filter((it) => it.access !== 'anyone'))(
    '$path checks the session (401) before the body',
    async (endpoint) => {
      const { send } = await prepareCall(fixture, endpoint)
      for (const rest of [
        { body: tooLarge },
        { body: '{}', headers: plainTextHeaders },
        { body: '{' },
        { body: {} },
      ]) {
        expectRefusal(await send({ token: undefined, ...rest }), 401, 'not_signed_in')
      }
    },
  )

  test('a session that ends while the body arrives is refused (401)', async () => {
    const token = await openTestSession(fixture.database, fixture.khateeb.uid)
    const status = await statusAfterChange('/identity/end_other_sessions', token, {}, async ({ db }) => {
      await db.deleteFrom('sessions').where('token_hash', '=', hashOf(token)).execute()
    })
    expect(status).toBe(401)
  })

  test('a member who is removed while the body arrives is refused (403)', async () => {
    const { database, masjid, khateeb } = fixture
    const personId = await insertMember(database.db, masjid.uid, 'viewer')
    const other = await insertMasjid(database)
    await joinMasjid(database.db, personId, other.uid, 'viewer')
    const { token } = await insertSessionOfPerson(database, personId)
    const body = { masjidUid: masjid.uid, khateebId: khateeb.uid, khutbahDate: friday }
    const status = await statusAfterChange('/check_khateeb_assignment', token, body, async ({ db }) => {
      const memberships = db.deleteFrom('memberships').where('person_id', '=', personId)
      await memberships.where('party_uid', '=', masjid.uid).execute()
    })
    expect(status).toBe(403)
  })

  test('limits (429) are checked after the session (401) and before the body', async () => {
    const geocode = { url: '/geocode' }
    for (let calls = 0; calls < 2; calls += 1) {
      expectRefusal(await limitedApp.send({ ...geocode, body: '{' }), 400)
    }
    for (const rest of [{ body: tooLarge }, { body: '{}', headers: plainTextHeaders }, { body: '{' }]) {
      const response = await limitedApp.send({ ...geocode, ...rest })
      expectRefusal(response, 429, 'too_many_requests')
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(500)
    }
    // Use up the limit of the address, which is ten times the limit of an account.
    const signIn = { url: '/identity/sign_in', body: {} }
    for (let calls = 0; calls < 10; calls += 1) expectRefusal(await limitedApp.send(signIn), 400)
    expectRefusal(await limitedApp.send(signIn), 429)
    expectRefusal(await limitedApp.send({ ...signIn, url: '/identity/change_password' }), 401)
  })

  test.each(changingEndpoints.filter((it) => it.access !== 'anyone'))(
    '$path checks the body (413, 415, 400) before access (403)',
    async (endpoint) => {
      const { send } = await prepareCall(fixture, endpoint)
      const { by } = exampleOf(endpoint)
      // Use an account of the other role. If the body were valid, most of these calls would refuse this account with 403.
      const { token } = by === 'khateeb' ? fixture.otherMasjid : fixture.otherKhateeb
      const tries = [
        { body: tooLarge, status: 413 },
        { body: '{}', headers: plainTextHeaders, status: 415 },
        { body: '[]', status: 400 },
        // Secret calls ignore the Idempotency-Key, so they accept an invalid one.
        ...(endpoint.secret ? [] : [{ headers: { 'idempotency-key': 'a b' }, status: 400 }]),
      ]
      const statuses: number[] = []
      for (const { status: _, ...rest } of tries) statuses.push((await send({ token, ...rest })).status)
      expect(statuses).toEqual(tries.map((it) => it.status))
    },
  )

  test('access (403) is checked before existence (404), and existence before state (409)', async () => {
    const scenario = await setUpScenario(fixture, 'confirmed')
    const slot = { ...scenario.slot, masjidUid: unknownId }
    const status = async (url: string, body: object, { token }: { readonly token: string }) =>
      (await fixture.send({ url, body, token })).status
    const accepting = { khateebUid: fixture.khateeb.uid, ...slot }
    expect(await status('/accept_invite', accepting, fixture.otherKhateeb)).toBe(403)
    expect(await status('/accept_invite', accepting, fixture.khateeb)).toBe(404)
    // The khateeb does not exist, and the slot is taken. If the server checked the state first, the status would be 409.
    const inviting = { ...scenario.slot, khateebUid: unknownId }
    expect(await status('/request_khateeb', inviting, fixture.masjid)).toBe(404)
    const another = { ...inviting, khateebUid: fixture.otherKhateeb.uid }
    expect(await status('/request_khateeb', another, fixture.masjid)).toBe(409)
  })
})

const authenticatedEndpoints = endpoints.filter((it) => exampleOf(it).by !== 'visitor')
test.each(authenticatedEndpoints)(
  '$path with X-Minbar-Uid is refused if the session has another uid, and accepted if the uid is the same',
  async (endpoint) => {
    const { by } = exampleOf(endpoint)
    const { send } = await prepareCall(fixture, endpoint)
    const as = (uid: string) => send({ headers: { [actingUidHeader]: uid } })
    expectRefusal(await as(unknownId), 401, 'session_changed')
    expectStatus(await as(by === 'visitor' ? unknownId : fixture[by].uid), 200)
  },
)
describe('a call with an Origin header', () => {
  test.each(changingEndpoints)(
    '$path refuses an Origin header of another site, and accepts the server’s own origin',
    async (endpoint) => {
      const { send } = await prepareCall(fixture, endpoint)
      const { port } = new URL(fixture.baseUrl)
      for (const origin of [
        'https://evil.example',
        'null',
        '',
        'http://127.0.0.1',
        `http://127.0.0.1.evil.example:${port}`,
      ]) {
        const response = await send({ headers: { origin } })
        expectRefusal(response, 403, 'wrong_origin')
        expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
      }
      expectStatus(await send({ headers: { origin: fixture.baseUrl } }), 200)
    },
  )

  test('a public read is answered for any origin, and the response has no CORS headers', async () => {
    const response = await fixture.send({ url: '/random_ayah', headers: { origin: 'https://evil.example' } })
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })
})
