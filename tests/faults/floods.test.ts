import { expect, test } from 'vitest'
import { getMasjid } from '../../contract/own-records.ts'
import { clientOf } from '../runtime/app.ts'
import { newMasjid } from '../runtime/people.ts'
import { newDatabase } from '../runtime/postgres-database.ts'
import { repeat } from '../runtime/repeat.ts'
import { startServer } from '../runtime/server-process.ts'
import { addressInNewNetwork, flood, signInAs } from './flood.ts'
import { postSlotWithKey, slotsToPost, statusOf } from './post-slots.ts'

const server = await startServer({ TRUST_PROXY: '127.0.0.1', DATABASE_URL: await newDatabase() })
const masjid = await newMasjid(server.url)
const slots = slotsToPost()
await repeat(16, () => postSlotWithKey(server.url, masjid, slots.next().value))

test('a known browser can sign in while calls from many networks flood the sign-in', async () => {
  let { cookie } = await signInAs(server.url, masjid.email, '')
  const wrong = { email: masjid.email, password: 'not-the-password' }
  const strangers = flood(server.url, 60, {
    path: '/identity/sign_in',
    body: wrong,
    from: addressInNewNetwork,
  })
  const statuses = await repeat(8, async () => {
    const signedIn = await signInAs(server.url, masjid.email, cookie)
    cookie = signedIn.cookie
    return signedIn.status
  })
  const refused = await strangers.end()
  expect(statuses).toEqual(Array.from({ length: 8 }, () => 200))
  // The flood had more calls than the server can verify passwords for, so the server refused some.
  expect(refused[503]).toBeGreaterThan(0)
})

test('an address that floods anonymous reads does not make a member’s reads fail', async () => {
  const one = flood(server.url, 100, { path: `/get_masjid_details/${masjid.uid}`, from: () => '192.0.2.1' })
  const member = clientOf(server.url, masjid.token)
  const statuses = await repeat(50, () => statusOf(member.call(getMasjid, { uid: 'me' })))
  const ended = await one.end()
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(Object.keys(ended).filter((status) => status !== '200' && status !== '503')).toEqual([])
})

test('each of eight hundred concurrent calls is answered, or refused with Retry-After', async () => {
  const responses = await Promise.all(
    Array.from({ length: 800 }, async () => {
      const headers = { 'x-forwarded-for': addressInNewNetwork() }
      const response = await fetch(`${server.url}/get_masjid_details/${masjid.uid}`, { headers })
      await response.arrayBuffer()
      return { status: response.status, wait: response.headers.get('retry-after') }
    }),
  )
  expect(responses.filter(({ status, wait }) => status !== 200 && (status !== 503 || wait === null))).toEqual(
    [],
  )
  expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
})
