import { cp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { signIn } from '../../contract/identity.ts'
import { repositoryFolder } from '../../tools/build/repository-paths.ts'
import { clientOf } from '../runtime/app.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { newKhateeb, newMasjid, password } from '../runtime/people.ts'
import { newDatabase } from '../runtime/postgres-database.ts'
import { startServer } from '../runtime/server-process.ts'
import { attributeOf, startTraceCollector } from '../runtime/trace-collector.ts'

const url = await newDatabase()

/** Starts a server that sends its traces to `collector` every 50 ms. */
function startTraced(collector: string, build?: string) {
  const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: collector, OTEL_BSP_SCHEDULE_DELAY: '50' }
  return startServer({ DATABASE_URL: url, ...tracing }, build)
}

/** The exit code of a server that stops within its own deadline. Otherwise, the exit code is 1. */
const inTimeExitCode = 0

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parent = '00f067aa0ba902b7'

test('traces contain a call under its caller’s trace id, SQL statements and letters, but no personal data', async () => {
  const collector = await startTraceCollector()
  const server = await startTraced(collector.url)
  const phone = '(313) 555-0177'
  const masjid = await newMasjid(server.url)
  const khateeb = await newKhateeb(server.url, { phone, firstName: 'Canary', email: 'canary@minbar.example' })
  const headers = {
    authorization: `Bearer ${khateeb.token}`,
    traceparent: `00-${traceId}-${parent}-01`,
    tracestate: 'vendor=canary-of-the-state',
    'x-request-id': 'a-request-of-the-test',
    'user-agent': 'canary-of-the-agent',
  }
  const asked = `/get_masjid_details/${masjid.uid}?at=canary-of-the-query`
  await (await fetch(`${server.url}${asked}`, { headers })).text()
  await (await fetch(`${server.url}/canary-of-the-path`, { headers })).text()
  const refused = clientOf(server.url).call(signIn, { email: khateeb.email, password: 'canary-of-a-guess' })
  await expect(refused).rejects.toMatchObject({ status: 401 })
  await expect.poll(() => collector.spans().map(({ name }) => name)).toContain('send welcome')
  expect(await server.stop()).toBe(inTimeExitCode)

  const spans = collector.spans()
  const call = spans.find((span) => attributeOf(span, 'http.route') === '/get_masjid_details/:masjidId')
  if (call === undefined) throw new Error('The call has no span.')
  expect(call).toMatchObject({ traceId, parentSpanId: parent, name: 'GET /get_masjid_details/:masjidId' })
  expect(attributeOf(call, 'http.response.status_code')).toBe(200)
  expect(attributeOf(call, 'minbar.request_id')).toBe('a-request-of-the-test')
  const below = spans.filter(({ parentSpanId }) => parentSpanId === call.spanId)
  expect(below.length).toBeGreaterThan(0)
  expect(below.map((span) => attributeOf(span, 'db.system.name'))).toContain('postgresql')
  // The server reads the body of a sign-up between two of Fastify's hooks, which could lose the trace of the call. But the later statements
  // of the call must be in its trace.
  const signUp = spans.find(({ name }) => name === 'POST /khateeb_signup')
  const written = spans.filter(({ parentSpanId }) => parentSpanId === signUp?.spanId).map(({ name }) => name)
  expect(written).toEqual(expect.arrayContaining(['start', 'insert people', 'insert letters', 'commit']))

  const digits = phone.replaceAll(/\D/g, '')
  const personal = [phone, digits, '555-0177', khateeb.token, password, khateeb.uid, masjid.uid, '127.0.0.1']
  for (const canary of ['canary', ...personal]) expect(collector.sent()).not.toContain(canary)
  // Before adding an attribute here, check that it cannot contain personal data (docs/threat-model.md).
  expect(new Set(spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)))).toEqual(
    new Set([
      'http.request.method',
      'http.route',
      'http.response.status_code',
      'minbar.request_id',
      'db.system.name',
      'db.operation.name',
      'db.collection.name',
      'minbar.letter.id',
      'minbar.letter.kind',
    ]),
  )
})

test.each([
  ['hangs', () => startTraceCollector({ hangs: true })],
  ['is unavailable', async () => ({ url: 'http://127.0.0.1:1' })],
])('a collector that %s delays neither calls nor the shutdown', async (_, start) => {
  const collector = await start()
  const server = await startTraced(collector.url)
  // Make the calls one after the other, because a slow machine refuses some of many concurrent calls with 503.
  for (let calls = 0; calls < 50; calls += 1)
    expect((await fetch(`${server.url}/random_ayah`)).status).toBe(200)
  await expect.poll(() => server.output()).toContain('traces could not be sent')
  expect(await server.stop()).toBe(inTimeExitCode)
  expect(server.output().split('traces could not be sent')).toHaveLength(2)
})

test('a server without a collector loads no OpenTelemetry code except the API', async () => {
  const folder = await newDataFolder()
  const build = join(folder, 'build')
  await cp(inject('build'), build, { recursive: true })
  await symlink(join(repositoryFolder, 'node_modules'), join(folder, 'node_modules'))
  const removed = await removeOpenTelemetry(join(build, 'server'))
  expect(removed).toEqual([expect.stringMatching(/^open-telemetry-/)])
  const server = await startServer({ DATABASE_URL: url }, build)
  expect((await fetch(`${server.url}/random_ayah`)).status).toBe(200)
  expect(await server.stop()).toBe(inTimeExitCode)
  await expect(startTraced('http://127.0.0.1:1', build)).rejects.toThrow(/open-telemetry-/)
})

/** Removes the files of a built server that have OpenTelemetry code other than its API. Returns their names. */
async function removeOpenTelemetry(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  const removed: string[] = []
  for (const name of names) {
    const code = await readFile(join(folder, name), 'utf8')
    if (!/node_modules\/@opentelemetry\/(?!api\/)/u.test(code)) continue
    await rm(join(folder, name))
    removed.push(name)
  }
  return removed
}
