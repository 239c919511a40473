import { rm } from 'node:fs/promises'
import type { Log } from '../log.ts'
import { ensureCluster } from './cluster.ts'
import { freePort } from './free-port.ts'
import { prepareInstallation, socketFolder } from './data-folders.ts'
import { refuseInterruptedRestore } from './interrupted-restore.ts'
import { superviseCluster } from './supervisor.ts'
import { adoptHotCopy, recordFiles, refuseHotCopy } from './hot-copy.ts'
import { postgresSettings } from './postgres-settings.ts'
import { connectionUrl } from './connection-url.ts'

export interface EmbeddedDatabase {
  /** How `pg` reaches it. */
  readonly url: string
  /** Disconnects everybody and ends it, within about five seconds. */
  close(): Promise<void>
}

export interface EmbeddedOptions {
  /** The operator's folder (DATA_DIR). */
  readonly dataDir: string
  /** Connections that the product uses at most; PostgreSQL allows some more, for tools. */
  readonly connections: number
  readonly log: Log
  /** Open a copy that was made while its server ran, to rescue what is in it. */
  readonly openCopy?: boolean
  /** How it is reached: by a Unix socket where the system has them, else by 127.0.0.1. */
  readonly reach?: 'socket' | 'address'
}

/**
 * Starts PostgreSQL on the cluster in the operator's folder, making it if there is none, and keeps it running: should it end,
 * it is started again. One process holds a folder; a second one gets DirectoryInUseError. What a killed process left
 * running is stopped first.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { log, connections, reach = process.platform === 'win32' ? 'address' : 'socket' } = options
  await refuseInterruptedRestore(options.dataDir)
  const installation = await prepareInstallation(options.dataDir)
  if (options.openCopy !== true) await refuseHotCopy(installation)
  else if (await adoptHotCopy(installation)) log.warn({}, 'a copy that was made while its server ran is opened')
  const password = await ensureCluster(installation)
  await recordFiles(installation)
  const place =
    reach === 'socket'
      ? { socketFolder: await socketFolder(installation), address: '', port: 5432 }
      : { socketFolder: '', address: '127.0.0.1', port: await freePort() }
  const url = connectionUrl(place, password)
  const kept = await superviseCluster(installation, { url, password, settings: postgresSettings(place, connections), log })

  async function close(): Promise<void> {
    await kept.stop()
    if (place.socketFolder !== '' && place.socketFolder !== installation.folder) {
      await rm(place.socketFolder, { recursive: true, force: true })
    }
  }
  let closing: Promise<void> | undefined
  return { url, close: () => (closing ??= close()) }
}
