import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { installPackage } from '../../tools/install/npm-package.ts'
import { recordMeasurement } from '../../tools/test/measurement.ts'
import { localhostCertificate } from '../runtime/certificates/certificates.ts'
import { newDatabase } from '../runtime/postgres-database.ts'
import { startServer } from '../runtime/server-process.ts'
import { startTlsProxy } from './tls-proxy.ts'

const version = '1.4.8'

/** The result of Mozilla's HTTP Observatory. The score is 100 for all basic tests, plus up to 45 bonus points. */
interface ScanResult {
  readonly scan: { readonly grade: string; readonly score: number }
  readonly tests: Readonly<Record<string, { readonly pass: boolean; readonly result: string }>>
}

/**
 * Scans a site with the Observatory's own scanner, which is installed on first use.
 * @param host `name:port`, which must answer both http and https
 * @param certificate the path of a certificate for the scanner to trust
 */
async function scanSite(host: string, certificate: string): Promise<ScanResult> {
  const folder = await installPackage('@mdn/mdn-http-observatory', version)
  // Write an empty HSTS preload list. The package's install script would download the real list, which does not contain this site.
  const preloaded = join(folder, 'conf', 'hsts-preload.json')
  if (!existsSync(preloaded)) await writeFile(preloaded, '{}')
  const scanner = pathToFileURL(join(folder, 'src', 'index.js')).href
  const script = `import { scan } from '${scanner}'
    console.log(JSON.stringify(await scan('${host}')))
    process.exit()`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', script],
    // Use a separate process, because Node reads NODE_EXTRA_CA_CERTS only at its start.
    { env: { PATH: process.env['PATH'], NODE_EXTRA_CA_CERTS: certificate }, maxBuffer: 16 * 1024 * 1024 },
  )
  return JSON.parse(stdout)
}

test('Mozilla’s HTTP Observatory grades the page A+ behind TLS', { timeout: 10 * 60_000 }, async ({
  task,
}) => {
  const proxy = await startTlsProxy()
  const server = await startServer({
    DATABASE_URL: await newDatabase(),
    PUBLIC_URL: `https://${proxy.host}`,
    TRUST_PROXY: '127.0.0.1',
  })
  proxy.passTo(server.url)
  const { scan, tests } = await scanSite(proxy.host, localhostCertificate)
  recordMeasurement(task, { name: 'Observatory', measured: scan.score, unit: 'points', atLeast: 125 })
  const failed = Object.entries(tests).filter(([, it]) => !it.pass)
  expect(failed.map(([name, { result }]) => `${name}: ${result}`)).toEqual([])
  expect(scan.grade).toBe('A+')
  expect(scan.score).toBeGreaterThanOrEqual(125)
})
