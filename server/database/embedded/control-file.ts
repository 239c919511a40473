import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { endianness } from 'node:os'
import { join } from 'node:path'

/** Bytes before the state: the system's identifier (8), the version of the file (4) and of the catalog (4). */
const stateAt = 16

/** DB_SHUTDOWNED and DB_SHUTDOWNED_IN_RECOVERY of PostgreSQL's src/include/catalog/pg_control.h. */
const shutDownStates = [1, 2]

/**
 * Whether PostgreSQL's control file says that the server made its last checkpoint and ended. It says otherwise while a server
 * runs and after a crash. npm brings no `pg_controldata`, which would read it for us.
 */
export async function wasShutDown(cluster: string): Promise<boolean> {
  const path = join(cluster, 'global', 'pg_control')
  if (!existsSync(path)) return false
  const file = await readFile(path)
  if (file.length < stateAt + 4) return false
  const state = endianness() === 'LE' ? file.readInt32LE(stateAt) : file.readInt32BE(stateAt)
  return shutDownStates.includes(state)
}
