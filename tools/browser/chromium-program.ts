import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebianPackage } from '../install/debian-package.ts'
import { chromiumFromNpm } from './chromium-from-npm.ts'

export interface ChromiumProgram {
  readonly path: string
  /** Environment variables that it needs in addition to the caller's. */
  readonly env: Readonly<Record<string, string>>
}

/** Headless shells come first: the journeys take a quarter less time in them. */
const names = [
  'chromium-headless-shell',
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

/** Finds Chromium or Chrome, or installs it: from Debian's packages if we are root, otherwise from npm. */
export async function findChromium(): Promise<ChromiumProgram> {
  const found = chromiumOnMachine()
  if (found !== undefined) return { path: found, env: {} }
  if (await installDebianPackage('chromium-headless-shell')) {
    const installed = chromiumOnMachine()
    if (installed !== undefined) return { path: installed, env: {} }
  }
  return chromiumFromNpm()
}

function chromiumOnMachine(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...onPath, ...applications].find((path) => existsSync(path))
}
