import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { installPackage } from '../../tools/install/npm-package.ts'

const version = '1.4.8'

/** The result of Mozilla's HTTP Observatory. */
export interface ScanResult {
  readonly scan: {
    readonly grade: string
    /** 100 for all basic tests, and up to 45 bonus points. */
    readonly score: number
    readonly testsFailed: number
  }
  readonly tests: Readonly<Record<string, { readonly pass: boolean; readonly result: string }>>
}

/**
 * Scans a site with the Observatory's own scanner, which is installed on first use.
 * @param host `name:port`, which must answer both http and https
 * @param certificate the path of a certificate for the scanner to trust
 */
export async function scanSite(host: string, certificate: string): Promise<ScanResult> {
  const folder = await installPackage('@mdn/mdn-http-observatory', version)
  // The HSTS preload list, which the package's install script would fetch. This site is not in it.
  const preloaded = join(folder, 'conf', 'hsts-preload.json')
  if (!existsSync(preloaded)) await writeFile(preloaded, '{}')
  const scanner = pathToFileURL(join(folder, 'src', 'index.js')).href
  const script = `import { scan } from '${scanner}'
    console.log(JSON.stringify(await scan('${host}')))
    process.exit()`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', script],
    // A separate process, since Node reads NODE_EXTRA_CA_CERTS only at its start.
    { env: { PATH: process.env['PATH'], NODE_EXTRA_CA_CERTS: certificate }, maxBuffer: 16 * 1024 * 1024 },
  )
  return JSON.parse(stdout)
}
