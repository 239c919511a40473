import { expect, test } from 'vitest'
import { startApp } from '../../tests/runtime/app.ts'

/** The headers that say what a browser may do with an answer. */
const named = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
]

async function headersOf(env: Readonly<Record<string, string>>, path: string) {
  const app = await startApp({ env })
  const { headers } = await fetch(app.baseUrl + path)
  await app.stop()
  return Object.fromEntries(named.map((name) => [name, headers.get(name)]))
}

const policyUpTo = (frames: string) =>
  `default-src 'none';script-src 'self';style-src 'self';font-src 'self';img-src 'self' data:;connect-src 'self';manifest-src 'self';worker-src 'self';frame-src ${frames};frame-ancestors 'none';object-src 'none';base-uri 'none';form-action 'self'`

const permissions =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), midi=(), usb=()'

const always = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

const ofCalls = {
  ...Object.fromEntries(named.map((name) => [name, null])),
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

test.each(['/users/me', '/random_ayah', '/get_masjids?radius=far'])(
  'the JSON of %s may do nothing in a browser, in few words',
  async (path) => {
    expect(await headersOf({}, path)).toEqual(ofCalls)
  },
)

test.each(['/healthz', '/no/such/call', '/zip/%'])(
  '%s lets a browser do no more than the page needs',
  async (path) => {
    expect(await headersOf({}, path)).toEqual({
      ...always,
      'content-security-policy': policyUpTo("'none'"),
      'permissions-policy': `${permissions}, payment=()`,
      'strict-transport-security': null,
    })
  },
)

test('behind https a browser keeps to it, and the one other origin is the donation form, in its frame', async () => {
  const env = { PUBLIC_URL: 'https://minbar.example', DONATION_URL: 'https://give.example/form?to=us' }
  const keepsTo = { 'strict-transport-security': 'max-age=31536000' }
  expect(await headersOf(env, '/users/me')).toEqual({ ...ofCalls, ...keepsTo })
  expect(await headersOf(env, '/healthz')).toEqual({
    ...always,
    'content-security-policy': policyUpTo('https://give.example'),
    'permissions-policy': `${permissions}, payment=("https://give.example")`,
    ...keepsTo,
  })
})
