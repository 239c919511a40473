import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { serverCommand } from './command.ts'

export interface ServerProcess {
  /** Where it listens, without a slash at its end. */
  readonly url: string
  readonly pid: number
  /** Asks it to end (SIGTERM) and waits; gives its exit code, null when a signal ended it. */
  stop(): Promise<number | null>
  /** Ends it as a power cut would (SIGKILL) and waits until it is gone. */
  kill(): Promise<void>
  /** What it has written until now, stdout and stderr. */
  output(): string
}

/** The server ended before it listened. */
export class ServerDidNotStart extends Error {
  override readonly name = 'ServerDidNotStart'
  /** Its own words, for a person. */
  readonly said: string

  constructor(end: string, said: string) {
    super(`The server ended (${end}) before it listened:\n${said}`)
    this.said = said
  }
}

interface Where {
  /** The process's whole environment. A LOG_LEVEL above `info` would hide the line that is waited for. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** The user to run it as; only root may name one. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined
}

/**
 * Starts a built server as a process of its own and resolves once it listens, which it tells in a line of JSON on
 * stdout: `{"msg":"listening","url":"http://…"}`. Rejects with ServerDidNotStart when it ends before that.
 * @param build the folder that `ensureBuilt` gave
 */
export async function startServerProcess(build: string, { env, cwd, user }: Where): Promise<ServerProcess> {
  const child = spawn(process.execPath, serverCommand(build), {
    cwd,
    env,
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
    url,
    pid: child.pid ?? 0,
    async stop() {
      await end('SIGTERM')
      return child.exitCode
    },
    kill: () => end('SIGKILL'),
    output: () => said.join('\n'),
  }
}

/** The address in a server's line of log that says it listens; undefined for any other line. */
function listeningUrl(line: string): string | undefined {
  if (!line.includes('"msg":"listening"')) return undefined
  const entry: unknown = JSON.parse(line)
  if (typeof entry !== 'object' || entry === null || !('url' in entry)) return undefined
  return typeof entry.url === 'string' ? entry.url.replace(/\/$/u, '') : undefined
}
