import { existsSync } from 'node:fs'
import { runProgram } from '../build/run-program.ts'

/**
 * Installs a Debian package with apt-get. Returns false if this process isn't root, there is no apt-get, or apt-get fails.
 */
export async function installDebianPackage(name: string): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  console.log(`Installing ${name} with apt-get …`)
  await runProgram('apt-get', ['update'], { env })
  const { code } = await runProgram('apt-get', ['install', '-y', '--no-install-recommends', name], { env })
  return code === 0
}
