import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runProgram } from '../build/run-program.ts'
import { installChromiumFromNpm } from './chromium-from-npm.ts'

export interface ChromiumProgram {
  readonly path: string
  /** Environment variables that Chromium needs in addition to those of this process. */
  readonly env: Readonly<Record<string, string>>
}

const headlessShell = 'chromium-headless-shell'

/** The names of the program. Headless shells come first, because the journey tests take a quarter less time in them. */
const names = [
  headlessShell,
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
]
const applications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Finds Chromium or Chrome. If none is installed, installs Chromium: root from Debian's packages, other users from npm. */
export async function findChromium(): Promise<ChromiumProgram> {
  const path = chromiumOnMachine() ?? (await installFromDebian())
  return path === undefined ? installChromiumFromNpm() : { path, env: {} }
}

function chromiumOnMachine(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...onPath, ...applications].find((path) => existsSync(path))
}

/**
 * Installs Chromium from Debian's packages and returns its path. Undefined if this process isn't root, there is no apt-get, or apt-get
 * fails.
 */
async function installFromDebian(): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  console.log(`Installing ${headlessShell} with apt-get …`)
  await runProgram('apt-get', ['update'], { env })
  const install = ['install', '-y', '--no-install-recommends', headlessShell]
  const { code } = await runProgram('apt-get', install, { env })
  return code === 0 ? chromiumOnMachine() : undefined
}
