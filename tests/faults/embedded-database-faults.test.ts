import { describe, expect, test } from 'vitest'
import { isAlive } from '../../server/database/embedded/postmaster-file.ts'
import { urlOfRunningServer } from '../../server/database/embedded/running-server-url.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { startServer } from '../runtime/server-process.ts'
import { endedConnectionsFault, freezeFault, insertTwentyMasjids, runsPerFault } from './database-faults.ts'
import { clusterIn, postmasterPid } from './postmaster.ts'
import { type DatabaseFault, expectedOutcome, surviveFaults } from './survive-faults.ts'

/**
 * The longest allowed time, in seconds, until a change succeeds after PostgreSQL has exited. In this time, our server restarts PostgreSQL.
 */
const recoverySecondsAfterKill = 5

describe('servers with the embedded database', async () => {
  const folder = await newDataFolder()
  const server = await startServer({ DATA_DIR: folder })
  const url = await urlOfRunningServer(folder)
  if (url === undefined) throw new Error('The server has no embedded database.')

  const cluster = () => clusterIn(folder)

  async function signalPostgres(signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
    const pid = await postmasterPid(cluster())
    process.kill(pid, signal)
    await expect.poll(() => isAlive(pid), { interval: 5 }).toBe(false)
  }

  const faults: readonly DatabaseFault[] = [
    { what: 'is killed', cause: () => signalPostgres('SIGKILL'), recoversWithin: recoverySecondsAfterKill },
    {
      what: 'is asked to end',
      cause: () => signalPostgres('SIGINT'),
      recoversWithin: recoverySecondsAfterKill,
    },
    endedConnectionsFault(() => url),
    freezeFault(cluster),
  ]

  test.for(faults)(
    'a server whose embedded database $what responds only with 200 or 503, and loses no change',
    async (fault, context) => {
      const crowd = await insertTwentyMasjids(url)
      expect(await surviveFaults(context, server, crowd, fault, runsPerFault)).toEqual(expectedOutcome)
    },
  )
})
