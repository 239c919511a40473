import { rm } from 'node:fs/promises'
import type { Log } from '../../log.ts'
import { ensureCluster } from './cluster.ts'
import { prepareInstallation, prepareSocketFolder } from './data-folders.ts'
import { findFreePort } from './free-port.ts'
import { adoptHotCopy, recordInodes, refuseHotCopy } from './hot-copy.ts'
import { refuseInterruptedRestore } from './interrupted-restore.ts'
import { postgresSettings } from './postgres-settings.ts'
import { connectionUrl } from './postmaster-file.ts'
import { superviseCluster } from './supervisor.ts'

export type EmbeddedDatabase = Awaited<ReturnType<typeof openEmbeddedDatabase>>

interface EmbeddedOptions {
  /** The data folder (DATA_DIR). */
  readonly dataDir: string
  /** The maximum number of connections in the server's pool. PostgreSQL allows a few more, for the cluster lock and for tools. */
  readonly connections: number
  readonly log: Log
  /** Whether to open a data folder that was copied while the server ran, to rescue the data in it. */
  readonly openCopy?: boolean
  /** Listen on a Unix socket or on 127.0.0.1. Default: a socket, except on Windows. */
  readonly reach?: 'socket' | 'address'
}

/**
 * Starts PostgreSQL on the cluster in the data folder, and restarts it whenever it ends. Creates the cluster if there is none, and
 * first stops a PostgreSQL that a killed process left running. Only one process may use a folder: a second one gets
 * DataFolderInUseError.
 */
export async function openEmbeddedDatabase(options: EmbeddedOptions) {
  const { log, connections, reach = process.platform === 'win32' ? 'address' : 'socket' } = options
  await refuseInterruptedRestore(options.dataDir)
  const installation = await prepareInstallation(options.dataDir)
  if (options.openCopy !== true) await refuseHotCopy(installation)
  else if (await adoptHotCopy(installation)) log.warn({}, 'opening a copy that was made while its server ran')
  const password = await ensureCluster(installation)
  await recordInodes(installation)
  const place =
    reach === 'socket'
      ? { socketFolder: await prepareSocketFolder(installation), address: '', port: 5432 }
      : { socketFolder: '', address: '127.0.0.1', port: await findFreePort() }
  const url = connectionUrl(place, password)
  const supervisor = await superviseCluster(installation, {
    url,
    password,
    settings: postgresSettings(place, connections),
    log,
  })

  async function close(): Promise<void> {
    await supervisor.stop()
    if (place.socketFolder !== '' && place.socketFolder !== installation.postgresFolder) {
      await rm(place.socketFolder, { recursive: true, force: true })
    }
  }
  let closing: Promise<void> | undefined
  return {
    url,
    /** Disconnects all clients and stops PostgreSQL: within about five seconds, or ten if PostgreSQL is frozen. */
    close: () => (closing ??= close()),
  }
}
