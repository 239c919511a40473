import { beforeEach, expect, test } from 'vitest'
import { changePassword, deleteAccount, exportData } from '../../contract/identity.ts'
import { startApp } from '../../tests/runtime/app.ts'
import {
  cookiePair,
  newClientAddressHeader,
  postFromPage,
  postJson,
  setCookieHeader,
} from '../../tests/runtime/page-requests.ts'
import { newKhateeb, newMasjid, password, type TestAccount } from '../../tests/runtime/people.ts'
import { personIdOf } from '../../tests/runtime/person-id.ts'
import { repeat } from '../../tests/runtime/repeat.ts'
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

let owner: TestAccount
let ownerId: string
beforeEach(async () => {
  owner = await newKhateeb(app.baseUrl)
  ownerId = await personIdOf(app.database.db, owner.uid)
})

const newAddress = () => newClientAddressHeader()['x-forwarded-for']

interface Browser {
  /** The browser’s IP address; by default a new one. */
  readonly address?: string
  /** The value of the browser’s device cookie. */
  readonly device?: string | undefined
}

const deviceCookieHeader = (device: string | undefined) =>
  device === undefined ? {} : { cookie: `minbar-device=${device}` }

/** Signs in from a page. */
function signInFromPage(
  email: string,
  { address = newAddress(), device }: Browser = {},
  tried = password,
): Promise<Response> {
  const headers = { 'x-forwarded-for': address, ...deviceCookieHeader(device) }
  return postFromPage(app.baseUrl, '/identity/sign_in', { email, password: tried }, headers)
}

const signInStatus = async (...how: Parameters<typeof signInFromPage>) =>
  (await signInFromPage(...how)).status

function cookieOf(response: Response): string {
  const cookie = setCookieHeader(response, 'minbar-device')
  if (cookie === '') throw new Error(`The response ${response.status} sets no device cookie`)
  return cookie
}

const deviceTokenOf = (response: Response) => cookiePair(cookieOf(response)).slice('minbar-device='.length)

/** Signs in from a browser, which makes it a known browser. Returns the value of its device cookie. */
const signInAsKnownBrowser = async (email: string, browser?: Browser) =>
  deviceTokenOf(await signInFromPage(email, browser))

/**
 * Tries wrong passwords until unknown browsers can no longer sign in to the account from any address, or to any account from this address.
 */
async function lockOut(email: string, address: string): Promise<void> {
  const guess = () => signInStatus(email, { address }, 'guess')
  expect(await repeat(4, guess)).toEqual([401, 401, 401, 429])
  await repeat(30, guess)
  const elsewhere = newAddress()
  await repeat(3, () => signInFromPage(email, { address: elsewhere }, 'guess'))
  expect(await signInStatus(email)).toBe(429)
  expect(await signInStatus('somebody-else@minbar.example', { address })).toBe(429)
}

/** Returns the stored hashes of the device cookies of the owner’s known browsers. */
async function knownDeviceHashes(): Promise<Buffer[]> {
  const devices = app.database.db.selectFrom('known_devices').where('person_id', '=', ownerId)
  return (await devices.select('token_hash').execute()).map((it) => it.token_hash)
}

test('signing in from a page sets an HttpOnly device cookie, and only its hash is stored', async () => {
  const cookie = cookieOf(await signInFromPage(owner.email))
  expect(cookie).toMatch(/^minbar-device=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/)
  const token = cookiePair(cookie).slice('minbar-device='.length)
  expect(await knownDeviceHashes()).toEqual([hashOf(token)])
  const refused = await signInFromPage(owner.email, {}, 'guess')
  expect(refused.headers.getSetCookie()).toEqual([])
})

test('session and device cookies have the __Host- prefix over https, so other hosts of the domain cannot set them', async () => {
  const secure = await startApp({ env: { PUBLIC_URL: 'https://minbar.example' } })
  const { email } = await newKhateeb(secure.baseUrl)
  const origin = secure.baseUrl.replace('http:', 'https:')
  const response = await postFromPage(secure.baseUrl, '/identity/sign_in', { email, password }, { origin })
  const all = response.headers.getSetCookie().map((it) => it.replace(/=[\w-]{43}/, ''))
  expect(all).toEqual([
    '__Host-minbar; Path=/; HttpOnly; Secure; SameSite=Strict',
    '__Host-minbar-device; Max-Age=15552000; Path=/; HttpOnly; Secure; SameSite=Strict',
  ])
})

test('an attacker on an owner’s Wi-Fi cannot stop the owner from signing in from a known browser', async () => {
  const wifi = newAddress()
  const device = await signInAsKnownBrowser(owner.email, { address: wifi })
  await lockOut(owner.email, wifi)
  const back = await signInFromPage(owner.email, { address: wifi, device })
  expect(back.status).toBe(200)
  expect(await signInStatus(owner.email, { address: newAddress(), device: deviceTokenOf(back) })).toBe(200)
})

test('a known browser has its own limit of wrong passwords, counted over all addresses', async () => {
  const device = await signInAsKnownBrowser(owner.email)
  const statuses = await repeat(4, () => signInStatus(owner.email, { device }, 'guess'))
  expect(statuses).toEqual([401, 401, 401, 429])
  // These attempts do not count for the account or for other browsers.
  expect(await signInStatus(owner.email)).toBe(200)
})

test('correct passwords from a known browser do not count against its limit of wrong passwords', async () => {
  let device = await signInAsKnownBrowser(owner.email)
  for (let time = 0; time < 5; time += 1) {
    device = await signInAsKnownBrowser(owner.email, { device })
  }
  const address = newAddress()
  const statuses = await repeat(2, () => signInStatus(owner.email, { address, device }, 'guess'))
  expect(statuses).toEqual([401, 401])
})

test('a device cookie of another account, or a forged one, does not bypass the sign-in limits', async () => {
  const attacker = await newMasjid(app.baseUrl)
  const wifi = newAddress()
  const device = await signInAsKnownBrowser(attacker.email, { address: newAddress() })
  await lockOut(owner.email, wifi)
  for (const otherDevice of [device, newToken().token, 'nonsense', '']) {
    expect(await signInStatus(owner.email, { address: wifi, device: otherDevice })).toBe(429)
    expect(await signInStatus(owner.email, { device: otherDevice })).toBe(429)
    expect(await signInStatus('third@minbar.example', { address: wifi, device: otherDevice })).toBe(429)
  }
})

test('a device cookie does not authenticate its owner', async () => {
  const device = await signInAsKnownBrowser(owner.email)
  const headers = { cookie: `minbar-device=${device}; minbar=${device}`, authorization: `Bearer ${device}` }
  const session = await fetch(`${app.baseUrl}/identity/session`, { headers })
  expect(await session.json()).toBeNull()
  expect((await fetch(`${app.baseUrl}/users/me`, { headers })).status).toBe(401)
})

test('a browser can be known to two accounts, and its cookie changes at every sign-in', async () => {
  const masjid = await newMasjid(app.baseUrl)
  const address = newAddress()
  const first = await signInAsKnownBrowser(owner.email, { address })
  const second = await signInAsKnownBrowser(masjid.email, { address, device: first })
  expect(second).not.toBe(first)
  await lockOut(owner.email, address)
  expect(await signInStatus(owner.email, { address, device: first })).toBe(429)
  expect(await signInStatus(owner.email, { address, device: second })).toBe(200)
})

/** Returns the body of a call that resets the owner's password with a new link. */
async function createResetBody(): Promise<{ readonly token: string; readonly password: string }> {
  const { token, hash } = newToken()
  const expires_at = new Date(Date.now() + 60_000)
  const link = { person_id: ownerId, purpose: 'reset_password', token_hash: hash, expires_at } as const
  await app.database.db.insertInto('links').values(link).execute()
  return { token, password }
}

/** Resets the owner's password from a page. */
async function resetPasswordFrom(device?: string): Promise<Response> {
  return postFromPage(
    app.baseUrl,
    '/identity/reset_password',
    await createResetBody(),
    deviceCookieHeader(device),
  )
}

test('a password reset keeps the calling browser known, and forgets other browsers', async () => {
  const device = await signInAsKnownBrowser(owner.email)
  const other = await signInAsKnownBrowser(owner.email)
  const after = deviceTokenOf(await resetPasswordFrom(device))
  expect(after).not.toBe(device)
  const wifi = newAddress()
  await lockOut(owner.email, wifi)
  expect(await signInStatus(owner.email, { address: wifi, device: after })).toBe(200)
  expect(await signInStatus(owner.email, { address: wifi, device: other })).toBe(429)
  expect(await signInStatus(owner.email, { address: wifi, device })).toBe(429)
})

test('a password reset in a new browser makes that browser known', async () => {
  const device = deviceTokenOf(await resetPasswordFrom())
  const wifi = newAddress()
  await lockOut(owner.email, wifi)
  expect(await signInStatus(owner.email, { address: wifi, device })).toBe(200)
})

test('a password reset in a shared browser keeps the browser known to the other account', async () => {
  const masjid = await newMasjid(app.baseUrl)
  const shared = await signInAsKnownBrowser(masjid.email, { address: newAddress() })
  const after = deviceTokenOf(await resetPasswordFrom(shared))
  const wifi = newAddress()
  await lockOut(masjid.email, wifi)
  expect(await signInStatus(masjid.email, { address: wifi, device: after })).toBe(200)
})

test('a rejected password reset does not make the calling browser known', async () => {
  const { token } = newToken()
  const refused = await postFromPage(app.baseUrl, '/identity/reset_password', { token, password })
  expect(refused.status).toBe(409)
  expect(refused.headers.getSetCookie()).toEqual([])
})

test('the export lists known browsers, and a password reset outside a page deletes all of them', async () => {
  const device = await signInAsKnownBrowser(owner.email)
  expect((await owner.client.call(exportData, {})).knownDevices).toHaveLength(1)
  await postJson(app.baseUrl, '/identity/reset_password', await createResetBody())
  expect(await knownDeviceHashes()).toEqual([])
  const wifi = newAddress()
  await lockOut(owner.email, wifi)
  expect(await signInStatus(owner.email, { address: wifi, device })).toBe(429)
})

test('a password change forgets all other browsers', async () => {
  const device = await signInAsKnownBrowser(owner.email)
  await signInFromPage(owner.email)
  const sent = { password, newPassword: password }
  const headers = { authorization: `Bearer ${owner.token}`, ...deviceCookieHeader(device) }
  const response = await postJson(app.baseUrl, '/identity/change_password', sent, headers)
  const { token } = await response.json()
  expect(await knownDeviceHashes()).toEqual([hashOf(device)])
  await app.client(token).call(changePassword, sent)
  expect(await knownDeviceHashes()).toEqual([])
})

test('deleting an account deletes its known browsers', async () => {
  await signInFromPage(owner.email)
  await owner.client.call(deleteAccount, { password })
  expect(await knownDeviceHashes()).toEqual([])
})

test('a browser is known for 180 days, and an account has at most 20 known browsers', async () => {
  await app.setNow('2027-01-01T00:00:00Z')
  const wifi = newAddress()
  const device = await signInAsKnownBrowser(owner.email, { address: wifi })
  await app.setNow('2027-06-29T23:59:00Z')
  await lockOut(owner.email, wifi)
  expect(await signInStatus(owner.email, { address: wifi, device }, 'guess')).toBe(401)
  await app.setNow('2027-06-30T00:00:00Z')
  expect(await signInStatus(owner.email, { address: wifi, device }, 'guess')).toBe(429)
  await deleteExpiredIdentityData(app.database)
  expect(await knownDeviceHashes()).toEqual([])
  await app.setNow(null)

  const other = await withPermanentSession(app, await newMasjid(app.baseUrl))
  await repeat(22, () => signInFromPage(other.email))
  expect((await other.client.call(exportData, {})).knownDevices).toHaveLength(20)
})
