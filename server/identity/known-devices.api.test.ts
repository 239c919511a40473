import { beforeEach, expect, test } from 'vitest'
import { changePassword, deleteAccount, exportData } from '../../contract/identity.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { cookiePair, postFromPage, setCookieHeader } from '../../tests/runtime/page-requests.ts'
import { newKhateeb, newMasjid, type Person, password } from '../../tests/runtime/people.ts'
import { withPermanentSession } from '../../tests/runtime/session.ts'
import { hashOf, newToken } from '../tokens.ts'
import { deleteExpiredIdentityData } from './delete-expired.ts'

const app = await startApp({
  env: {
    LIMIT_SIGN_IN: '3/300',
    LIMIT_SIGN_IN_ACCOUNT: '5/600',
    TRUST_PROXY: '127.0.0.1',
  },
})

let owner: Person
beforeEach(async () => {
  owner = await newKhateeb(app.baseUrl)
})

let addresses = 0
const newAddress = () => `203.0.113.${(addresses += 1)}`

interface Browser {
  readonly address: string
  /** The value of its device cookie. */
  readonly device?: string | undefined
}

/** Signs in from a page. */
async function enter(email: string, { address, device }: Browser, tried = password): Promise<Response> {
  const sent = { email, password: tried }
  return postFromPage(app.baseUrl, '/identity/sign_in', sent, {
    'x-forwarded-for': address,
    ...(device !== undefined && { cookie: `minbar-device=${device}` }),
  })
}

function cookieOf(answer: Response): string {
  const cookie = setCookieHeader(answer, 'minbar-device')
  if (cookie === '') throw new Error(`No browser is known by an answer of ${answer.status}`)
  return cookie
}

const deviceOf = (answer: Response) => cookiePair(cookieOf(answer)).slice('minbar-device='.length)

async function statuses(times: number, ...how: Parameters<typeof enter>): Promise<number[]> {
  const all: number[] = []
  for (let time = 0; time < times; time += 1) all.push((await enter(...how)).status)
  return all
}

/** Tries wrong passwords until unknown browsers can no longer sign in to the account, nor to any account from the address. */
async function lockOut(email: string, address: string): Promise<void> {
  expect(await statuses(4, email, { address }, 'guess')).toEqual([401, 401, 401, 429])
  await statuses(30, email, { address }, 'guess')
  await statuses(3, email, { address: newAddress() }, 'guess')
  expect((await enter(email, { address: newAddress() })).status).toBe(429)
  expect((await enter('somebody-else@minbar.example', { address })).status).toBe(429)
}

const known = () => app.database.reader.selectFrom('known_devices').where('uid', '=', owner.uid)

test('signing in from a page sets an HttpOnly device cookie, and only its hash is stored', async () => {
  const cookie = cookieOf(await enter(owner.email, { address: newAddress() }))
  expect(cookie).toMatch(/^minbar-device=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/)
  const token = cookiePair(cookie).slice('minbar-device='.length)
  const rows = await known().selectAll().execute()
  expect(rows.map((it) => it.token_hash)).toEqual([hashOf(token)])
  const refused = await enter(owner.email, { address: newAddress() }, 'guess')
  expect(refused.headers.getSetCookie()).toEqual([])
})

test('over https the cookies have the __Host- prefix, so other hosts of the domain cannot set them', async () => {
  const secure = await startApp({ env: { PUBLIC_URL: 'https://minbar.example' } })
  const { email } = await newKhateeb(secure.baseUrl)
  const origin = secure.baseUrl.replace('http:', 'https:')
  const answer = await postFromPage(secure.baseUrl, '/identity/sign_in', { email, password }, { origin })
  const all = answer.headers.getSetCookie().map((it) => it.replace(/=[\w-]{43}/, ''))
  expect(all).toEqual([
    '__Host-minbar; Path=/; HttpOnly; Secure; SameSite=Strict',
    '__Host-minbar-device; Max-Age=15552000; Path=/; HttpOnly; Secure; SameSite=Strict',
  ])
  await secure.stop()
})

test("an attacker cannot lock the owner out of the owner's known browser, even from the same wifi", async () => {
  const wifi = newAddress()
  const device = deviceOf(await enter(owner.email, { address: wifi }))
  await lockOut(owner.email, wifi)
  const back = await enter(owner.email, { address: wifi, device })
  expect(back.status).toBe(200)
  expect((await enter(owner.email, { address: newAddress(), device: deviceOf(back) })).status).toBe(200)
})

test('a known browser has its own limit across all addresses', async () => {
  const device = deviceOf(await enter(owner.email, { address: newAddress() }))
  const tried: number[] = []
  for (let time = 0; time < 4; time += 1) {
    tried.push((await enter(owner.email, { address: newAddress(), device }, 'guess')).status)
  }
  expect(tried).toEqual([401, 401, 401, 429])
  // It counts neither against the account nor against other browsers.
  expect((await enter(owner.email, { address: newAddress() })).status).toBe(200)
})

test('correct passwords from a known browser do not count against its limit', async () => {
  let device = deviceOf(await enter(owner.email, { address: newAddress() }))
  for (let time = 0; time < 5; time += 1) {
    device = deviceOf(await enter(owner.email, { address: newAddress(), device }))
  }
  expect(await statuses(2, owner.email, { address: newAddress(), device }, 'guess')).toEqual([401, 401])
})

test("another account's device cookie, or a forged one, does not skip the limits", async () => {
  const attacker = await newMasjid(app.baseUrl)
  const wifi = newAddress()
  const device = deviceOf(await enter(attacker.email, { address: newAddress() }))
  await lockOut(owner.email, wifi)
  for (const cookiePair of [device, newToken().token, 'nonsense', '']) {
    expect((await enter(owner.email, { address: wifi, device: cookiePair })).status).toBe(429)
    expect((await enter(owner.email, { address: newAddress(), device: cookiePair })).status).toBe(429)
    expect((await enter('third@minbar.example', { address: wifi, device: cookiePair })).status).toBe(429)
  }
})

test('a device cookie does not authenticate', async () => {
  const device = deviceOf(await enter(owner.email, { address: newAddress() }))
  const headers = { cookie: `minbar-device=${device}; minbar=${device}`, authorization: `Bearer ${device}` }
  const session = await fetch(`${app.baseUrl}/identity/session`, { headers })
  expect(await session.json()).toBeNull()
  expect((await fetch(`${app.baseUrl}/users/me`, { headers })).status).toBe(401)
})

test('a browser can be known to two accounts, and its cookie changes at every sign-in', async () => {
  const masjid = await newMasjid(app.baseUrl)
  const address = newAddress()
  const first = deviceOf(await enter(owner.email, { address }))
  const second = deviceOf(await enter(masjid.email, { address, device: first }))
  expect(second).not.toBe(first)
  await lockOut(owner.email, address)
  expect((await enter(owner.email, { address, device: first })).status).toBe(429)
  expect((await enter(owner.email, { address, device: second })).status).toBe(200)
})

/** The body of a call that resets the owner's password, with a new link. */
async function resetBody(): Promise<{ readonly token: string; readonly password: string }> {
  const { token, hash } = newToken()
  const expires_at = new Date(Date.now() + 60_000)
  const link = { uid: owner.uid, purpose: 'reset_password', token_hash: hash, expires_at } as const
  await app.database.reader.insertInto('links').values(link).execute()
  return { token, password }
}

/** Resets the owner's password from a page. */
async function resetIn(device?: string): Promise<Response> {
  const headers: Record<string, string> = device === undefined ? {} : { cookie: `minbar-device=${device}` }
  return postFromPage(app.baseUrl, '/identity/reset_password', await resetBody(), headers)
}

test('a reset keeps its own browser known and forgets other browsers', async () => {
  const device = deviceOf(await enter(owner.email, { address: newAddress() }))
  const other = deviceOf(await enter(owner.email, { address: newAddress() }))
  const after = deviceOf(await resetIn(device))
  expect(after).not.toBe(device)
  const wifi = newAddress()
  await lockOut(owner.email, wifi)
  expect((await enter(owner.email, { address: wifi, device: after })).status).toBe(200)
  expect((await enter(owner.email, { address: wifi, device: other })).status).toBe(429)
  expect((await enter(owner.email, { address: wifi, device })).status).toBe(429)
})

test('a reset in a new browser makes that browser known', async () => {
  const device = deviceOf(await resetIn())
  const wifi = newAddress()
  await lockOut(owner.email, wifi)
  expect((await enter(owner.email, { address: wifi, device })).status).toBe(200)
})

test('a browser remains known to another account after a reset in it', async () => {
  const masjid = await newMasjid(app.baseUrl)
  const shared = deviceOf(await enter(masjid.email, { address: newAddress() }))
  const after = deviceOf(await resetIn(shared))
  const wifi = newAddress()
  await lockOut(masjid.email, wifi)
  expect((await enter(masjid.email, { address: wifi, device: after })).status).toBe(200)
})

test('a rejected reset makes no browser known', async () => {
  const { token } = newToken()
  const refused = await postFromPage(app.baseUrl, '/identity/reset_password', { token, password })
  expect(refused.status).toBe(409)
  expect(refused.headers.getSetCookie()).toEqual([])
})

test('a reset outside a page forgets all browsers, which the export listed before', async () => {
  const device = deviceOf(await enter(owner.email, { address: newAddress() }))
  expect((await owner.client.call(exportData, {})).knownDevices).toHaveLength(1)
  const body = JSON.stringify(await resetBody())
  const headers = { 'content-type': 'application/json' }
  await fetch(`${app.baseUrl}/identity/reset_password`, { method: 'POST', headers, body })
  expect(await known().selectAll().execute()).toEqual([])
  const wifi = newAddress()
  await lockOut(owner.email, wifi)
  expect((await enter(owner.email, { address: wifi, device })).status).toBe(429)
})

test('a password change forgets all other browsers', async () => {
  const [here, there] = [newAddress(), newAddress()]
  const device = deviceOf(await enter(owner.email, { address: here }))
  await enter(owner.email, { address: there })
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${owner.token}`,
    cookie: `minbar-device=${device}`,
  }
  const body = JSON.stringify({ password, newPassword: password })
  const url = `${app.baseUrl}/identity/change_password`
  const answer = await fetch(url, { method: 'POST', headers, body })
  const { token } = await answer.json()
  const rows = await known().select('token_hash').execute()
  expect(rows.map((it) => it.token_hash)).toEqual([hashOf(device)])
  await app.client(token).call(changePassword, { password, newPassword: password })
  expect(await known().selectAll().execute()).toEqual([])
})

test('deleting an account deletes its known browsers', async () => {
  await enter(owner.email, { address: newAddress() })
  await owner.client.call(deleteAccount, { password })
  expect(await known().selectAll().execute()).toEqual([])
})

test('a browser is known for 180 days, and an account has at most 20', async () => {
  await app.setNow('2027-01-01T00:00:00Z')
  const wifi = newAddress()
  const device = deviceOf(await enter(owner.email, { address: wifi }))
  await app.setNow('2027-06-29T23:59:00Z')
  await lockOut(owner.email, wifi)
  expect((await enter(owner.email, { address: wifi, device }, 'guess')).status).toBe(401)
  await app.setNow('2027-06-30T00:00:00Z')
  expect((await enter(owner.email, { address: wifi, device }, 'guess')).status).toBe(429)
  await deleteExpiredIdentityData(app.database)
  expect(await known().selectAll().execute()).toEqual([])
  await app.setNow(null)

  const other = await withPermanentSession(app, await newMasjid(app.baseUrl))
  for (let time = 0; time < 22; time += 1) await enter(other.email, { address: newAddress() })
  expect((await other.client.call(exportData, {})).knownDevices).toHaveLength(20)
})
