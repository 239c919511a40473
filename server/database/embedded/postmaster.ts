import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { programEnvironment } from './cluster.ts'
import type { Installation } from './data-folders.ts'

/** A PostgreSQL server that takes connections. */
export interface Postmaster {
  /** Settles when its process has ended, for whatever reason. */
  readonly ended: Promise<void>
  /**
   * Disconnects everybody, makes a shutdown checkpoint and ends. One that has not ended after `patience` ms is ended at
   * once, and recovers at its next start; nothing that was committed is lost.
   */
  stop(patience: number): Promise<void>
  /** Ends it at once, without a checkpoint, and waits until it is gone. */
  kill(): Promise<void>
}

/** PostgreSQL ended before it took connections. */
export class PostmasterEndedError extends Error {
  override readonly name = 'PostmasterEndedError'
  /** Another one runs on the same cluster. */
  readonly isLocked: boolean

  constructor(said: readonly string[]) {
    super(`PostgreSQL did not start: ${said.join(' ') || 'it said nothing.'}`)
    this.isLocked = said.some((line) =>
      /lock file "postmaster\.pid" already exists|shared memory block/u.test(line),
    )
  }
}

/** Milliseconds that PostgreSQL gets to end its own processes; one that is frozen does not. */
const endsWithin = 5_000

/** Lines of PostgreSQL's log that are kept to tell why it did not start. */
const linesKept = 20

/**
 * Starts a PostgreSQL server on a cluster and resolves when it takes connections; rejects with PostmasterEndedError.
 * @param settings what differs from PostgreSQL's own defaults
 * @param onLine is given each line of its log
 */
export async function startPostmaster(
  { programs, cluster, user }: Pick<Installation, 'programs' | 'cluster' | 'user'>,
  settings: Readonly<Record<string, string | number>>,
  onLine: (line: string) => void,
): Promise<Postmaster> {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(programs.bin, 'postgres'), ['-D', cluster, ...flags], {
    ...user,
    env: programEnvironment,
    cwd: cluster,
    stdio: ['ignore', 'ignore', 'pipe'],
    // In a session of its own: Ctrl+C in a terminal reaches this process, which then stops PostgreSQL as the last.
    detached: true,
  })
  const endAtExit = (): void => void child.kill('SIGINT')
  // Before other listeners: one of them may remove its folder.
  process.prependOnceListener('exit', endAtExit)
  const ended = hasEnded(child).then(() => void process.off('exit', endAtExit))
  await takesConnections(child, onLine)

  async function kill(): Promise<void> {
    child.kill('SIGQUIT')
    const timer = setTimeout(() => child.kill('SIGKILL'), endsWithin)
    await ended
    clearTimeout(timer)
  }
  return {
    ended,
    async stop(patience) {
      child.kill('SIGINT')
      const timer = setTimeout(() => void kill(), patience)
      await ended
      clearTimeout(timer)
    },
    kill,
  }
}

async function hasEnded(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

function takesConnections(child: ChildProcess, onLine: (line: string) => void): Promise<void> {
  const said: string[] = []
  return new Promise((resolve, reject) => {
    if (child.stderr === null) throw new Error('PostgreSQL was started without a pipe for its log.')
    createInterface(child.stderr).on('line', (line) => {
      if (said.length < linesKept) said.push(line)
      onLine(line)
      // A standby says that they are read-only.
      if (/database system is ready to accept (read-only )?connections/u.test(line)) resolve()
    })
    child.once('error', reject)
    child.once('close', () => reject(new PostmasterEndedError(said)))
  })
}
