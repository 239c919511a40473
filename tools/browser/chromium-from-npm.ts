import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFolderAtomically } from '../build/atomic-folder.ts'
import { mustRun } from '../build/run-program.ts'
import { buildsFolder } from '../build/repository-paths.ts'
import { installPackage } from '../install/npm-package.ts'
import type { ChromiumProgram } from './chromium-program.ts'

const version = '143.0.4'

/**
 * Chromium as @sparticuz/chromium packs it (Linux on x64), with the libraries and the font it needs: the machine
 * may have neither. Installed and unpacked into `.build/tools` the first time.
 */
export async function chromiumFromNpm(): Promise<ChromiumProgram> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('A browser is needed: install Chromium or Chrome and start this again')
  }
  const folder = join(buildsFolder, 'tools', `chromium-${version}`)
  if (!existsSync(folder)) {
    const source = await installPackage('@sparticuz/chromium', version)
    await createFolderAtomically(folder, (draft) => unpack(source, draft))
  }
  const fonts = join(folder, 'fonts')
  // The packed fonts.conf names the folders of one cloud's machines. This one names where the font really is.
  await writeFile(join(fonts, 'fonts.conf'), `<fontconfig><dir>${fonts}</dir></fontconfig>\n`)
  return {
    path: join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      ...(existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: fonts }),
    },
  }
}

/** The package unpacks into the temporary folder, and its libraries only where it takes the machine for that cloud's. */
async function unpack(source: string, draft: string): Promise<void> {
  const script = `const { default: chromium } = await import(process.argv[1]); await chromium.executablePath()`
  await mustRun(
    process.execPath,
    ['--input-type=module', '--eval', script, join(source, 'build', 'esm', 'index.js')],
    { env: { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' } },
  )
}
