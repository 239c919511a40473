import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { serverCommand, serverEnvironment } from './command.ts'

export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>

/** Thrown if the server ends before it listens. */
export class ServerDidNotStart extends Error {
  override readonly name = 'ServerDidNotStart'
  /** The output of the server. */
  readonly said: string

  constructor(end: string, said: string) {
    super(`The server ended (${end}) before it listened:\n${said}`)
    this.said = said
  }
}

interface ServerProcessOptions {
  /** All environment variables of the server, except those in `serverEnvironment`. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** The user that runs the server, if this process runs as root. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined
}

/**
 * Starts a built server in a separate process. Resolves when the server has logged that it listens: `{"msg":"listening","url":"http://…"}`
 * on stdout. Rejects with ServerDidNotStart if the server ends before that.
 * @param build the folder from `ensureBuilt`
 */
export async function startServerProcess(build: string, { env, cwd, user }: ServerProcessOptions) {
  const child = spawn(process.execPath, serverCommand(build), {
    cwd,
    env: { ...serverEnvironment, ...env },
    ...user,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  const endAtExit = (): void => void child.kill('SIGKILL')
  process.once('exit', endAtExit)
  const gone = once(child, 'close').then(() => process.off('exit', endAtExit))

  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stderr).on('line', (line) => said.push(line))
    createInterface(child.stdout).on('line', (line) => {
      said.push(line)
      const listening = listeningUrl(line)
      if (listening !== undefined) resolve(listening)
    })
    child.once('error', reject)
    child.once('close', (code, signal) => {
      reject(new ServerDidNotStart(String(code ?? signal), said.join('\n')))
    })
  })

  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    child.kill(signal)
    await gone
  }
  return {
    /** The address of the server, without a trailing slash. */
    url,
    pid: child.pid ?? 0,
    /** Sends SIGTERM and waits until the server has ended. Returns the exit code, or null if a signal ended the server. */
    async stop() {
      await end('SIGTERM')
      return child.exitCode
    },
    /** Sends SIGKILL, as in a power failure, and waits until the server has ended. */
    kill: () => end('SIGKILL'),
    /** Returns the stdout and stderr of the server so far. */
    output: () => said.join('\n'),
  }
}

/** Returns the address in the server's log line "listening"; undefined for other lines. */
function listeningUrl(line: string): string | undefined {
  if (!line.includes('"msg":"listening"')) return undefined
  return /"url":"([^"]+?)\/?"/u.exec(line)?.[1]
}
