import { randomUUID } from 'node:crypto'
import { createConnection } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import { newToken } from '../../server/tokens.ts'
import { captureLog } from '../runtime/captured-log.ts'
import { password } from '../runtime/people.ts'
import { openTestSession } from '../runtime/session.ts'
import { exampleOf } from './example-calls.ts'
import { khateebPhone, members, startFixture } from './fixture.ts'
import { expectRefusal, requestOf, splitInput } from './raw-call.ts'
import { setUpScenario } from './scenario.ts'

/** Strings that no log line may contain. */
const secrets = new Set<string>([password, khateebPhone, '(734) 555-0142', '3135550100', '(313) 555-0100'])

const capturedLog = captureLog()
const fixture = await startFixture({ parts: { log: capturedLog.log }, env: { LIMIT_LOOKUP: '100000/1' } })
for (const member of members) secrets.add(fixture[member].email).add(fixture[member].token)

/** Returns the log lines that contain a secret, from the line number `from` on. */
function leaks(from = 0): string[] {
  const lines = capturedLog.lines.slice(from)
  // Search all lines at once for each secret, because there are thousands of lines and thousands of secrets.
  const text = lines.join('\n')
  const logged = [...secrets].filter((secret) => text.includes(secret))
  return lines.filter((line) => logged.some((secret) => line.includes(secret)))
}

interface Line {
  readonly level?: number
  readonly msg?: string
  readonly requestId?: string
  readonly err?: { readonly message: string; readonly constraint?: string }
}

const parsedLines = (): Line[] => capturedLog.lines.map((line): Line => JSON.parse(line))
const linesOf = (id: string) => parsedLines().filter((it) => it.requestId === id)

test.each(endpoints)(
  '$name writes no secret into the log at level trace, for each kind of caller, even if the call is malformed',
  async (endpoint) => {
    const { state, by, sent } = exampleOf(endpoint)
    const before = capturedLog.lines.length
    for (const who of ['visitor', 'khateeb', 'masjid', 'otherKhateeb'] as const) {
      const scenario = await setUpScenario(fixture, state, by === 'visitor' ? undefined : fixture[by].uid)
      secrets.add(scenario.email).add(scenario.resetToken).add(scenario.verifyToken)
      const parts = splitInput(endpoint, sent(scenario))
      const token = who === 'visitor' ? undefined : await openTestSession(fixture.database, fixture[who].uid)
      const cookie = newToken().token
      secrets.add(cookie).add(token ?? cookie)
      const headers = {
        cookie: `minbar=${cookie}; minbar-device=${cookie}`,
        'user-agent': `${khateebPhone} ${fixture.khateeb.email}`,
        referer: `http://127.0.0.1/reset-password?token=${scenario.resetToken}`,
      }
      const asked = { ...requestOf(endpoint, parts), headers, token }
      await fixture.send(asked)
      // Send the call again, with malformed JSON and unknown query parameters.
      await fixture.send({
        ...asked,
        url: `${asked.url}${asked.url.includes('?') ? '&' : '?'}password=${password}&phone=${khateebPhone}`,
        body: endpoint.method === 'GET' ? undefined : JSON.stringify(parts.body).slice(0, -1),
      })
    }
    expect(leaks(before)).toEqual([])
    expect(capturedLog.lines.length - before).toBeGreaterThanOrEqual(8)
  },
)
describe('request ids', () => {
  test('a request has the same id in its response and its log lines', async () => {
    const response = await fixture.send({ url: '/users/me' })
    const id = response.headers.get('x-request-id') ?? ''
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(linesOf(id)).toMatchObject([{ level: 30, msg: 'refused', route: '/users/:uid', status: 401 }])
  })

  test.each([
    ['GET', '/', 404],
    ['GET', '/healthz', 200],
    ['GET', '/zip/%zz', 400],
    ['POST', '/add_khutbah', 401],
  ])('the response to %s %s (status %i) has a request id', async (method, url, status) => {
    const response = await fixture.send({ method, url })
    expect(response.status).toBe(status)
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test.each(['trace-0123456789', randomUUID()])('a request keeps its valid X-Request-Id %s', async (id) => {
    const response = await fixture.send({ url: '/healthz', headers: { 'x-request-id': id } })
    expect(response.headers.get('x-request-id')).toBe(id)
    expect(linesOf(id)).toHaveLength(1)
  })

  test.each([
    '',
    'short',
    'a'.repeat(65),
    'with space in it',
    '{"level":60}',
    'Ünicode-in-it',
    "'; drop table",
  ])('a request with the invalid X-Request-Id %j gets a new id', async (id) => {
    const headers = { 'x-request-id': Buffer.from(id).toString('latin1') }
    const response = await fixture.send({ url: '/healthz', headers })
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(linesOf(id)).toEqual([])
  })
})

test.each([
  '/identity/sign_in',
  '/identity/change_password',
  '/identity/change_email',
  '/identity/delete_account',
])('%s logs the account’s uid and the failure after a wrong password', async (url) => {
  await setUpScenario(fixture, 'open')
  const { uid, email } = fixture.otherKhateeb
  const token = await openTestSession(fixture.database, uid)
  const body = url.endsWith('sign_in')
    ? { email }
    : { newPassword: 'lantern-over-water', email: 'new@minbar.example' }
  const response = await fixture.send({ url, body: { ...body, password: 'not-the-password' }, token })
  expect(response.status).toBe(401)
  const lines = linesOf(response.headers.get('x-request-id') ?? '')
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'password attempt', uid, right: false }))
})

/** Sends raw text to the server. Returns the raw response. */
async function sendRaw(request: string): Promise<string> {
  const { hostname, port } = new URL(fixture.baseUrl)
  const socket = createConnection(Number(port), hostname)
  socket.write(request)
  return text(socket)
}

test.each([
  ['text that is no HTTP request', `nonsense ${khateebPhone}\r\n\r\n`, 400],
  ['a request without Host', `GET / HTTP/1.1\r\nConnection: close\r\n\r\n`, 400],
  ['a request with two Hosts', `GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n`, 400],
  [
    'a header that is too long',
    `GET / HTTP/1.1\r\nHost: x\r\nCookie: minbar=${'a'.repeat(20_000)}\r\n\r\n`,
    431,
  ],
  ['a forged second request', `GET / HTTP/1.1\r\nHost: x\r\nX: a\rb: ${password}\r\n\r\n`, 400],
  [
    'a request with two lengths',
    `POST /geocode HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\nAuthorization: Bearer ${password}\r\n\r\n0\r\n\r\n`,
    400,
  ],
])('%s is refused with a JSON error, and the log has no secret', async (_, request, status) => {
  const response = await sendRaw(request)
  expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(response).toContain("content-security-policy: default-src 'none'")
  expect(JSON.parse(response.slice(response.indexOf('\r\n\r\n')))).toEqual({
    error: 'This request could not be read.',
    code: 'invalid_input',
  })
  expect(leaks()).toEqual([])
})

test('an unknown Expect header is ignored', async () => {
  const response = await sendRaw(
    'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: nonsense\r\nConnection: close\r\n\r\n',
  )
  expect(response).toMatch(/^HTTP\/1.1 200 .*^x-request-id: /ms)
})

test('the log names a violated constraint without the values of the row', async () => {
  const { db } = fixture.database
  await setUpScenario(fixture, 'open')
  await sql`alter table khateebs add constraint no_such_phone check (phone <> '2125550147') not valid`.execute(
    db,
  )
  secrets.add('2125550147')
  const token = await openTestSession(fixture.database, fixture.khateeb.uid)
  const response = await fixture.send({
    method: 'PATCH',
    url: '/users/me',
    body: { phone: '2125550147' },
    token,
  })
  expectRefusal(response, 500, 'internal')
  const failed = linesOf(response.headers.get('x-request-id') ?? '').find((it) => it.msg === 'call failed')
  expect(failed?.err).toMatchObject({ constraint: 'no_such_phone' })
  expect(leaks()).toEqual([])
  await sql`alter table khateebs drop constraint no_such_phone`.execute(db)
})

test('every log entry is one line of JSON', () => {
  expect(capturedLog.lines.filter((line) => line.indexOf('\n') !== line.length - 1)).toEqual([])
  expect(parsedLines().every((it) => typeof it.level === 'number')).toBe(true)
})
