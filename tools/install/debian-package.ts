import { existsSync } from 'node:fs'
import { runProgram } from '../build/run-program.ts'

/**
 * Installs a Debian package where that is possible: as root on a machine with apt-get.
 * Gives false where it is not, or when apt-get fails; the caller has another way.
 */
export async function installDebianPackage(name: string): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  console.log(`Installing ${name} with apt-get …`)
  await runProgram('apt-get', ['update'], { env })
  const { code } = await runProgram('apt-get', ['install', '-y', '--no-install-recommends', name], { env })
  return code === 0
}
