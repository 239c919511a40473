import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { endianness } from 'node:os'
import { join } from 'node:path'

/** Byte offset of the state in `pg_control`, after the system identifier (8), the file version (4) and the catalog version (4). */
const stateOffset = 16

/** DB_SHUTDOWNED and DB_SHUTDOWNED_IN_RECOVERY in PostgreSQL's src/include/catalog/pg_control.h. */
const shutDownStates = [1, 2]

/**
 * Whether PostgreSQL's control file records a clean shutdown. False while a server runs and after a crash. We parse the file
 * because the npm package does not include `pg_controldata`.
 */
export async function wasShutDown(cluster: string): Promise<boolean> {
  const path = join(cluster, 'global', 'pg_control')
  if (!existsSync(path)) return false
  const file = await readFile(path)
  if (file.length < stateOffset + 4) return false
  const state = endianness() === 'LE' ? file.readInt32LE(stateOffset) : file.readInt32BE(stateOffset)
  return shutDownStates.includes(state)
}
