import { expect, test } from 'vitest'
import { startApp } from '../../tests/runtime/app.ts'

const securityHeaderNames = [
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
  const { baseUrl } = await startApp({ env })
  const { headers } = await fetch(baseUrl + path)
  return Object.fromEntries(securityHeaderNames.map((name) => [name, headers.get(name)]))
}

const policyWithFrames = (frames: string) =>
  `default-src 'none';script-src 'self';style-src 'self';font-src 'self';img-src 'self' data:;connect-src 'self';manifest-src 'self';worker-src 'self';frame-src ${frames};frame-ancestors 'none';object-src 'none';base-uri 'none';form-action 'self'`

const permissions =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), midi=(), usb=()'

const documentHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

const callHeaders = {
  ...Object.fromEntries(securityHeaderNames.map((name) => [name, null])),
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

test.each(['/users/me', '/random_ayah', '/get_masjids?radius=far'])(
  'the JSON of %s has headers that forbid a browser to run, embed or sniff it, and no other security headers',
  async (path) => {
    expect(await headersOf({}, path)).toEqual(callHeaders)
  },
)

test.each(['/healthz', '/no/such/call', '/zip/%'])(
  '%s has the security headers of a document, which allow no frames if DONATION_URL is not set',
  async (path) => {
    expect(await headersOf({}, path)).toEqual({
      ...documentHeaders,
      'content-security-policy': policyWithFrames("'none'"),
      'permissions-policy': `${permissions}, payment=()`,
      'strict-transport-security': null,
    })
  },
)

test('an https site sends HSTS, and allows a frame only from the origin of the donation form', async () => {
  const env = { PUBLIC_URL: 'https://minbar.example', DONATION_URL: 'https://give.example/form?to=us' }
  const hsts = { 'strict-transport-security': 'max-age=31536000' }
  expect(await headersOf(env, '/users/me')).toEqual({ ...callHeaders, ...hsts })
  expect(await headersOf(env, '/healthz')).toEqual({
    ...documentHeaders,
    'content-security-policy': policyWithFrames('https://give.example'),
    'permissions-policy': `${permissions}, payment=("https://give.example")`,
    ...hsts,
  })
})
