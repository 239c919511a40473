import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { isAlive, readPostmasterFile } from '../../server/database/embedded/postmaster-file.ts'
import { urlOfRunning } from '../../server/database/embedded/running-url.ts'
import type { ServerProcess } from '../../tools/server/server-process.ts'
import { unlimited } from '../runtime/app.ts'
import { makeDataFolder, removeFolder } from '../runtime/data-folder.ts'
import { startServer } from '../runtime/server-process.ts'
import { endsConnections, eventsPerKind, freezesForAWhile, newMasjidsIn } from './database-events.ts'
import { type DatabaseEvent, survived, surviveEvents } from './events.ts'

/** Seconds until a change is possible after PostgreSQL itself has ended, which its server starts again. */
const afterKill = 5

describe('a server with the embedded database', () => {
  let folder: string
  let server: ServerProcess
  let url: string
  beforeAll(async () => {
    folder = await makeDataFolder()
    server = await startServer(inject('build'), { ...unlimited, DATA_DIR: folder })
    const running = await urlOfRunning(folder)
    if (running === undefined) throw new Error('The server has no embedded database.')
    url = running
  })
  afterAll(async () => {
    await server.stop()
    await removeFolder(folder)
  })

  const cluster = () => join(folder, 'postgres', 'data')

  async function signalPostgres(signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
    const file = await readPostmasterFile(cluster())
    if (file === undefined) throw new Error('PostgreSQL does not run.')
    process.kill(file.pid, signal)
    await expect.poll(() => isAlive(file.pid), { interval: 5 }).toBe(false)
  }

  const events: readonly DatabaseEvent[] = [
    { what: 'is killed', happen: () => signalPostgres('SIGKILL'), recoversWithin: afterKill },
    { what: 'is asked to end', happen: () => signalPostgres('SIGINT'), recoversWithin: afterKill },
    endsConnections(() => url),
    freezesForAWhile(cluster),
  ]

  test.for(events)('which $what answers 503 at worst, and loses nothing', async (event, context) => {
    const crowd = await newMasjidsIn(url)
    expect(await surviveEvents(context, server, crowd, event, eventsPerKind)).toEqual(survived)
  })
})
