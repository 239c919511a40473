import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { OperatorError } from '../../operator-error.ts'
import { fullDiskAdvice } from '../../writable-data-folder.ts'
import { isAboutFullDisk, programEnvironment } from './cluster.ts'
import type { Installation } from './data-folders.ts'

/** A PostgreSQL server that accepts connections. */
export type Postmaster = Awaited<ReturnType<typeof startPostmaster>>

/** PostgreSQL ended before it accepted connections. */
export class PostmasterEndedError extends OperatorError {
  /** Whether another server runs on the same cluster. */
  readonly isLocked: boolean

  constructor(cluster: string, logLines: readonly string[]) {
    // PostgreSQL's own lines can suggest that the data is corrupted, because an earlier start has also ended.
    super(
      isAboutFullDisk(logLines)
        ? fullDiskAdvice(cluster)
        : `PostgreSQL did not start: ${logLines.join(' ') || 'its log is empty.'}`,
    )
    this.isLocked = logLines.some((line) =>
      /lock file "postmaster\.pid" already exists|shared memory block/u.test(line),
    )
  }
}

/** Milliseconds for an immediate shutdown. After this time, the server gets SIGKILL, which ends even a frozen server. */
const killTimeout = 5_000

/** The number of log lines that are kept for the message of PostmasterEndedError. */
const maxLogLines = 20

/**
 * Starts a PostgreSQL server on a cluster. Resolves when the server accepts connections, or rejects with PostmasterEndedError.
 * @param settings PostgreSQL settings that differ from the defaults
 * @param onLine is called with each line of the server's log
 */
export async function startPostmaster(
  { programs, cluster, user }: Pick<Installation, 'programs' | 'cluster' | 'user'>,
  settings: Readonly<Record<string, string | number>>,
  onLine: (line: string) => void,
) {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(programs.bin, 'postgres'), ['-D', cluster, ...flags], {
    ...user,
    env: programEnvironment,
    cwd: cluster,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Without `detached`, Ctrl+C in a terminal would stop PostgreSQL at once. With `detached`, it reaches only this process, which stops
    // PostgreSQL last.
    detached: true,
  })
  const endAtExit = (): void => void child.kill('SIGINT')
  // Runs before other exit listeners, because one of them may remove the cluster's folder.
  process.prependOnceListener('exit', endAtExit)
  const ended = waitForEnd(child).then(() => void process.off('exit', endAtExit))
  await waitUntilReady(child, cluster, onLine)

  /** Ends the server without a checkpoint, and resolves when it has ended. */
  async function kill(): Promise<void> {
    child.kill('SIGQUIT')
    const timer = setTimeout(() => child.kill('SIGKILL'), killTimeout)
    await ended
    clearTimeout(timer)
  }
  return {
    /** Settles when the process of the server has ended for any reason. */
    ended,
    /**
     * Stops the server: it disconnects all clients, writes a shutdown checkpoint and ends. If it has not ended after `timeout` ms, it is
     * killed, and recovers at its next start. Committed data is never lost.
     */
    async stop(timeout: number): Promise<void> {
      child.kill('SIGINT')
      const timer = setTimeout(() => void kill(), timeout)
      await ended
      clearTimeout(timer)
    },
    kill,
  }
}

async function waitForEnd(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

function waitUntilReady(child: ChildProcess, cluster: string, onLine: (line: string) => void): Promise<void> {
  const logLines: string[] = []
  return new Promise((resolve, reject) => {
    if (child.stderr === null) throw new Error('PostgreSQL was started without a pipe for its log.')
    createInterface(child.stderr).on('line', (line) => {
      if (logLines.length < maxLogLines) logLines.push(line)
      onLine(line)
      // On a standby, the line has "read-only".
      if (/database system is ready to accept (read-only )?connections/u.test(line)) resolve()
    })
    child.once('error', reject)
    child.once('close', () => reject(new PostmasterEndedError(cluster, logLines)))
  })
}
