import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { expect, test } from 'vitest'
import { httpGet } from '../../tools/doctor/http-get.ts'
import { recordMeasurement } from '../../tools/test/measurement.ts'
import { localhostCertificate } from '../runtime/certificates/certificates.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { listen } from '../runtime/listen.ts'
import { startMailServer } from '../runtime/mail-server.ts'
import { newDatabase } from '../runtime/postgres-database.ts'
import { preloadOption, runDoctor } from '../runtime/run-doctor.ts'
import { startServer } from '../runtime/server-process.ts'
import { startTlsProxy } from './tls-proxy.ts'

const METRICS_TOKEN = 'a-token-of-thirty-two-characters'

async function prepare() {
  const proxy = await startTlsProxy()
  const env = {
    DATABASE_URL: await newDatabase(),
    DATA_DIR: await newDataFolder(),
    METRICS_TOKEN,
    TRUST_PROXY: '127.0.0.1',
    PUBLIC_URL: `https://${proxy.host}`,
  }
  return { proxy, env }
}

test('the doctor reports a certificate’s remaining days, and a certificate that browsers do not trust', async () => {
  const { proxy, env } = await prepare()
  proxy.passTo((await startServer(env)).url)
  const trusted = await runDoctor({ ...env, NODE_EXTRA_CA_CERTS: localhostCertificate })
  expect(trusted.of('public address')).toBe(`ok: ${env.PUBLIC_URL} leads to Minbar.`)
  expect(trusted.of('certificate')).toMatch(/^ok: The certificate is valid for another \d+ days/)
  expect(trusted.of('proxy')).toMatch(/^ok: Each caller's address has limits of its own/)
  const { validTo } = new X509Certificate(await readFile(localhostCertificate))
  const nearEnd = Date.parse(validTo) - 0.2 * 24 * 3_600_000
  const expiring = await runDoctor({
    ...env,
    NODE_EXTRA_CA_CERTS: localhostCertificate,
    NODE_OPTIONS: preloadOption(`Date.now = () => ${nearEnd}`),
  })
  expect(expiring.of('certificate')).toMatch(/^warning: The certificate expires in 0.2 days/)
  const untrusted = await runDoctor(env)
  expect(untrusted.of('certificate')).toMatch(/^wrong: Browsers do not trust the certificate/)
  // The doctor does not send the token to an untrusted server.
  expect(untrusted.of('proxy')).toMatch(
    /^warning: TRUST_PROXY was not checked, because the connection to PUBLIC_URL is not secure/,
  )
})

test('the doctor does not send the token to a server with an untrusted certificate', async () => {
  const proxy = await startTlsProxy()
  const authorizations: (string | undefined)[] = []
  const server = createServer((request, response) => {
    authorizations.push(request.headers.authorization)
    response.end()
  })
  proxy.passTo(`http://127.0.0.1:${await listen(server)}`)
  const url = new URL(`https://${proxy.host}/forwarded`)
  expect(await httpGet(url, {})).toMatchObject({ status: 200, certificate: { fault: expect.any(String) } })
  await expect(httpGet(url, { authorization: `Bearer ${METRICS_TOKEN}` })).rejects.toThrow('self-signed')
  expect(authorizations).toEqual([undefined])
})

test('the doctor warns when the public address sends no HSTS header', async () => {
  const { proxy, env } = await prepare()
  const { PUBLIC_URL: _, ...withoutAddress } = env
  const server = await startServer(withoutAddress)
  proxy.passTo(server.url)
  const examined = await runDoctor({ ...env, NODE_EXTRA_CA_CERTS: localhostCertificate })
  expect(examined.of('public address')).toMatch(/^warning: .* lack HSTS/)
})

test('the doctor reports whether the connection to the mail server is encrypted', async () => {
  const { env } = await prepare()
  const { PUBLIC_URL: _, ...withoutAddress } = env
  const keyAndCertificate = await readFile(localhostCertificate)
  const clear = await startMailServer()
  const encrypted = await startMailServer({
    // By default, the mail server of the tests does not offer STARTTLS.
    disabledCommands: [],
    key: keyAndCertificate,
    cert: keyAndCertificate,
  })
  const at = (url: string) => ({
    ...withoutAddress,
    MAIL_FROM: 'no-reply@masjids.test',
    NODE_EXTRA_CA_CERTS: localhostCertificate,
    SMTP_URL: url,
  })
  // The check accepts an unencrypted connection to loopback. 127.1 is this machine, but the check does not recognize it as loopback.
  const inClear = await runDoctor(at(clear.url.replace('127.0.0.1', '127.1')))
  expect(inClear.of('mail')).toMatch(/^warning: .* the connection is not encrypted/)
  const secured = await runDoctor(at(encrypted.url.replace('127.0.0.1', 'localhost')))
  expect(secured.of('mail')).toMatch(/^ok: /)
  const untrusted = await runDoctor({ ...at(encrypted.url), NODE_EXTRA_CA_CERTS: '' })
  expect(untrusted.of('mail')).toMatch(/^wrong: .*certificate/)
})

test('the doctor ends within a minute even if no service responds', async ({ task }) => {
  // This server accepts connections and never responds.
  const port = await listen(createTcpServer((socket) => socket.on('error', () => {})))
  const began = performance.now()
  const examined = await runDoctor({
    DATA_DIR: await newDataFolder(),
    DATABASE_URL: `postgres://minbar@127.0.0.1:${port}/minbar`,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  })
  const seconds = (performance.now() - began) / 1_000
  recordMeasurement(task, { name: 'doctor without any response', measured: seconds, unit: 's', atMost: 60 })
  for (const check of ['database', 'mail', 'public address']) expect(examined.of(check)).toMatch(/^wrong: /)
})
