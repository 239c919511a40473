import { expect, test } from 'vitest'
import type { ServerProcess } from '../../tools/server/server-process.ts'
import { postFromPage } from '../runtime/page-requests.ts'
import { newKhateeb, password } from '../runtime/people.ts'
import { newDatabase } from '../runtime/postgres-database.ts'
import { repeat } from '../runtime/repeat.ts'
import { preloadOption } from '../runtime/run-doctor.ts'
import { startServer } from '../runtime/server-process.ts'

const env = {
  DATABASE_URL: await newDatabase(),
  LIMIT_SIGN_IN: '3/300',
  LIMIT_SIGN_UP: '3/300',
  LIMIT_RESET: '3/300',
  LIMIT_LOOKUP: '3/300',
}
const servers = [await startServer(env), await startServer(env)] as const

/** Makes calls through both servers in turn. */
function callInTurn(times: number, path: string, body?: object, headers = {}): Promise<Response[]> {
  return repeat(times, (index) =>
    fetch(servers[index % 2 === 0 ? 0 : 1].url + path, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    }),
  )
}

test('two server processes share rate limits', async () => {
  const { email } = await newKhateeb(servers[0].url)
  const known = await callInTurn(1, '/identity/sign_in', { email, password }, { origin: servers[0].url })
  const [, device = ''] = /minbar-device=([\w-]+)/.exec(known[0]?.headers.getSetCookie().join() ?? '') ?? []
  const wrong = { email, password: 'guess' }
  const statuses = async (...how: Parameters<typeof callInTurn>) =>
    (await callInTurn(...how)).map((it) => it.status).join(' ')

  expect({
    wrong: await statuses(5, '/identity/sign_in', wrong),
    // A known browser has its own limit.
    known: await statuses(4, '/identity/sign_in', wrong, { cookie: `minbar-device=${device}` }),
    resets: await statuses(5, '/identity/send_password_reset', { email: 'nobody@minbar.example' }),
    // One sign-up was made above.
    signUps: await statuses(4, '/khateeb_signup', {}),
    lookUps: await statuses(5, '/zip/48126'),
  }).toEqual({
    wrong: '401 401 401 429 429',
    known: '401 401 401 429',
    resets: '200 200 200 429 429',
    signUps: '400 400 429 429',
    lookUps: '200 200 200 429 429',
  })
  const refused = await callInTurn(2, '/zip/48126')
  for (const { headers } of refused) {
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(250)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(300)
  }
})

/** The window of a limit, in seconds. */
const seconds = 300

const clockEnv = { DATABASE_URL: await newDatabase(), LIMIT_SIGN_IN: `3/${seconds}` }
const rightServer = await startServer(clockEnv)
const fastClockScript = 'const { now } = Date; Date.now = () => now.call(Date) + 3_600_000'
const fastServer = await startServer({ ...clockEnv, NODE_OPTIONS: preloadOption(fastClockScript) })

test.for([
  [
    'a process with a fast clock locks an account for no longer than the window of the limit',
    fastServer,
    rightServer,
  ],
  ['a process with a fast clock respects a lock set by another process', rightServer, fastServer],
] as const)('%s', async ([, locking, asked]) => {
  const { email } = await newKhateeb(rightServer.url)
  const signIn = ({ url }: ServerProcess, tried: string) =>
    postFromPage(url, '/identity/sign_in', { email, password: tried })
  const guesses = await repeat(4, () => signIn(locking, 'guess'))
  expect(guesses.map(({ status }) => status)).toEqual([401, 401, 401, 429])
  const refused = await signIn(asked, password)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(seconds)
})
