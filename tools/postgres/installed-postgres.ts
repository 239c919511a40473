import { existsSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { PostgresPrograms } from '../../server/database/embedded/programs.ts'
import { requiredExtensions } from '../../server/database/requirements.ts'
import { runProgram } from '../build/run-program.ts'

/** Returns the folders in which Debian, Red Hat, Homebrew and Postgres.app install the programs of a major version. */
function foldersOf(version: number): string[] {
  return [
    `/usr/lib/postgresql/${version}/bin`,
    `/usr/pgsql-${version}/bin`,
    `/opt/homebrew/opt/postgresql@${version}/bin`,
    `/usr/local/opt/postgresql@${version}/bin`,
    `/Applications/Postgres.app/Contents/Versions/${version}/bin`,
  ]
}

/** Finds an installed PostgreSQL of this major version with the required extensions. Undefined if there is none. */
export async function findInstalledPostgres(version: number): Promise<PostgresPrograms | undefined> {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  for (const folder of [...onPath, ...foldersOf(version)]) {
    const initdb = join(folder, 'initdb')
    if (!existsSync(initdb)) continue
    // PATH may have only a link to initdb. The other programs are in the folder of the link's target.
    const bin = join(realpathSync(initdb), '..')
    const major = await majorOf(bin)
    if (major === version) return { bin, major }
  }
  return undefined
}

/** Returns the major version; undefined if a program or an extension is missing. */
async function majorOf(bin: string): Promise<number | undefined> {
  const config = join(bin, 'pg_config')
  if (!existsSync(join(bin, 'postgres')) || !existsSync(config)) return undefined
  const { output } = await runProgram(config, ['--version', '--sharedir'])
  const [version = '', share = ''] = output.trim().split('\n')
  const extensions = requiredExtensions.every((name) =>
    existsSync(join(share, 'extension', `${name}.control`)),
  )
  return extensions ? Number(/\d+/u.exec(version)?.[0]) : undefined
}
