import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { PostgresPrograms } from '../../server/database/embedded/programs.ts'
import { runProgram } from '../build/run-program.ts'
import { postgresFolders } from './program-folders.ts'

const neededExtensions = ['cube', 'btree_gist', 'pg_trgm']

/** Finds an installed PostgreSQL of this major version that has the required extensions. */
export async function installedPostgres(version: number): Promise<PostgresPrograms | undefined> {
  for (const place of postgresFolders(process.env['PATH'] ?? '', namesIn)) {
    const initdb = join(place, 'initdb')
    if (!existsSync(initdb)) continue
    // On PATH there may only be a link to initdb: its target's folder has the other programs.
    const bin = join(realpathSync(initdb), '..')
    const major = await majorOf(bin)
    if (major === version) return { bin, major }
  }
  return undefined
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

/** The major version; undefined if a program or an extension is missing. */
async function majorOf(bin: string): Promise<number | undefined> {
  const config = join(bin, 'pg_config')
  if (!existsSync(join(bin, 'postgres')) || !existsSync(config)) return undefined
  const { output } = await runProgram(config, ['--version', '--sharedir'])
  const [version = '', share = ''] = output.trim().split('\n')
  const extensions = neededExtensions.every((name) => existsSync(join(share, 'extension', `${name}.control`)))
  return extensions ? Number(/\d+/u.exec(version)?.[0]) : undefined
}
