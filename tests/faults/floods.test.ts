import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { getMasjid } from '../../contract/directory.ts'
import type { ServerProcess } from '../../tools/server/server-process.ts'
import { clientOf, unlimited } from '../runtime/app.ts'
import { newMasjid, type Person, password } from '../runtime/people.ts'
import { createDatabase } from '../runtime/postgres-database.ts'
import { startServer } from '../runtime/server-process.ts'
import { postSlot, slotsToPost, statusOf } from './posting.ts'

let server: ServerProcess
let masjid: Person
beforeAll(async () => {
  server = await startServer(inject('build'), {
    ...unlimited,
    TRUST_PROXY: '127.0.0.1',
    DATABASE_URL: await createDatabase(inject('postgresCluster')),
  })
  masjid = await newMasjid(server.url)
  const slots = slotsToPost()
  for (let number = 0; number < 16; number += 1) await postSlot(server.url, masjid, slots.next().value)
})
afterAll(() => server.stop())

/** An address of a network of its own (IPv6, /64). */
function newNetwork(): string {
  return `2001:db8:${randomInt(65_536).toString(16)}:${randomInt(65_536).toString(16)}::1`
}

interface Flood {
  /** Ends it, and gives how many calls had which status. */
  end(): Promise<Readonly<Record<number, number>>>
}

/** Makes calls without a pause, so many at a time, each from the address that `from` gives. */
function flood(atATime: number, from: () => string, path: string, body?: object): Flood {
  const over = new AbortController()
  const statuses: Record<number, number> = {}
  async function call(): Promise<void> {
    while (!over.signal.aborted) {
      const answer = await fetch(server.url + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from() },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      await answer.arrayBuffer()
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
    }
  }
  const calls = Promise.all(Array.from({ length: atATime }, call))
  return {
    async end() {
      over.abort()
      await calls
      return statuses
    },
  }
}

/** Signs in as a page does; gives the status, and the cookies that the browser keeps. */
async function signInFrom(cookie: string): Promise<{ readonly status: number; readonly cookie: string }> {
  const answer = await fetch(`${server.url}/identity/sign_in`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: server.url,
      cookie,
      'x-forwarded-for': newNetwork(),
    },
    body: JSON.stringify({ email: masjid.email, password }),
  })
  await answer.arrayBuffer()
  const device = answer.headers.getSetCookie().find((it) => it.startsWith('minbar-device='))
  return { status: answer.status, cookie: device?.split(';')[0] ?? cookie }
}

test('a known browser signs in while strangers from everywhere flood the sign-in', async () => {
  let { cookie } = await signInFrom('')
  const wrong = { email: masjid.email, password: 'not-the-password' }
  const strangers = flood(60, newNetwork, '/identity/sign_in', wrong)
  const statuses: number[] = []
  for (let time = 0; time < 8; time += 1) {
    const signedIn = await signInFrom(cookie)
    statuses.push(signedIn.status)
    cookie = signedIn.cookie
  }
  const refused = await strangers.end()
  expect(statuses).toEqual(Array.from({ length: 8 }, () => 200))
  // It was a flood: more came than passwords can be looked at.
  expect(refused[503]).toBeGreaterThan(0)
})

test('an address that floods a masjid with anonymous reads keeps no member waiting in vain', async () => {
  const one = flood(100, () => '192.0.2.1', `/get_masjid_details/${masjid.uid}`)
  const statuses: number[] = []
  const member = clientOf(server.url, masjid.token)
  for (let time = 0; time < 50; time += 1) {
    statuses.push(await statusOf(member.call(getMasjid, { uid: 'me' })))
  }
  const answered = await one.end()
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(Object.keys(answered).filter((status) => status !== '200' && status !== '503')).toEqual([])
})

test('eight hundred callers at once are each answered, or refused with the seconds to wait', async () => {
  const answers = await Promise.all(
    Array.from({ length: 800 }, async () => {
      const headers = { 'x-forwarded-for': newNetwork() }
      const answer = await fetch(`${server.url}/get_masjid_details/${masjid.uid}`, { headers })
      await answer.arrayBuffer()
      return { status: answer.status, wait: answer.headers.get('retry-after') }
    }),
  )
  expect(answers.filter(({ status, wait }) => status !== 200 && (status !== 503 || wait === null))).toEqual(
    [],
  )
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
})
