import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { installPackage } from '../../tools/install/npm-package.ts'

const version = '1.4.8'

/** What Mozilla's HTTP Observatory says of a site. */
export interface Observed {
  readonly scan: {
    readonly grade: string
    /** 100 for what every site should have, and up to 45 for what is more. */
    readonly score: number
    readonly testsFailed: number
  }
  readonly tests: Readonly<Record<string, { readonly pass: boolean; readonly result: string }>>
}

/**
 * Has a site looked at by the Observatory's own scanner, which is installed when it is first needed.
 * @param host `name:port`, where both http and https are answered
 * @param certificate the file of the certificate that it is to trust, as browsers trust a real one
 */
export async function observe(host: string, certificate: string): Promise<Observed> {
  const folder = await installPackage('@mdn/mdn-http-observatory', version)
  // The list of sites for which browsers are delivered with HSTS; its own install script fetches it. We are not in it.
  const preloaded = join(folder, 'conf', 'hsts-preload.json')
  if (!existsSync(preloaded)) await writeFile(preloaded, '{}')
  const scanner = pathToFileURL(join(folder, 'src', 'index.js')).href
  const script = `import { scan } from '${scanner}'
    console.log(JSON.stringify(await scan('${host}')))
    process.exit()`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', script],
    // Node reads at its start alone which authorities to trust, so it is a process of its own.
    { env: { PATH: process.env['PATH'], NODE_EXTRA_CA_CERTS: certificate }, maxBuffer: 16 * 1024 * 1024 },
  )
  return JSON.parse(stdout)
}
