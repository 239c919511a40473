import { expect, test } from 'vitest'
import { newKhateeb, password } from '../runtime/people.ts'
import { newDatabase } from '../runtime/postgres-database.ts'
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
async function callInTurn(times: number, path: string, body?: object, headers = {}): Promise<Response[]> {
  const answers: Response[] = []
  for (let time = 0; time < times; time += 1) {
    const { url } = servers[time % 2 === 0 ? 0 : 1]
    answers.push(
      await fetch(url + path, {
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      }),
    )
  }
  return answers
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
