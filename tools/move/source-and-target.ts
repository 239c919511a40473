import type { Config } from '../../server/config.ts'
import { openEmbedded } from '../../server/database/embedded/open.ts'
import { type NamedDatabase, nameOfUrl } from '../../server/database/move/connection.ts'
import { openForTool } from '../../server/database/open.ts'
import type { Target } from './options.ts'

/** An end of a move that is open for it. */
export interface OpenDatabase extends NamedDatabase {
  readonly close: () => Promise<void>
}

const quiet = () => {}
const log = { debug: quiet, info: quiet, warn: quiet, error: console.error }

/** Opens the database that the settings name; an embedded one is used beside its server, where that runs. */
export async function openSource(config: Config): Promise<OpenDatabase> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl !== null) return { url: databaseUrl, name: nameOfUrl(databaseUrl), close: async () => {} }
  const database = await openForTool(config, log)
  return { url: database.url, name: dataDir, close: () => database.close() }
}

/** Opens the database that is to be moved to; an embedded one is made if there is none. */
export async function openTarget(target: Target): Promise<OpenDatabase> {
  if ('url' in target) return { url: target.url, name: nameOfUrl(target.url), close: async () => {} }
  const embedded = await openEmbedded({ dataDir: target.folder, connections: 10, log })
  return { url: embedded.url, name: target.folder, close: () => embedded.close() }
}
