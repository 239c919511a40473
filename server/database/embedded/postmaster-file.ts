import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where a server is reached. */
export interface ServerPlace {
  readonly port: number
  /** The folder of its Unix socket; empty where it has none. */
  readonly socketFolder: string
  /** The address it listens on; empty where it listens on none. */
  readonly address: string
}

/** What `postmaster.pid` in a cluster's folder says of the server that runs on it. */
export interface PostmasterFile extends ServerPlace {
  readonly pid: number
  /** The cluster's folder, as the server was told it. */
  readonly cluster: string
}

/**
 * Reads `postmaster.pid`, whose lines are: process id, data folder, start time, port, socket folder, listen address, …
 * (PostgreSQL's src/include/utils/pidfile.h). Undefined where there is none, or where a start has yet to complete it. The
 * server may be dead: a killed one leaves its file behind.
 */
export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    },
  )
  return parsePostmasterFile(text)
}

export function parsePostmasterFile(text: string): PostmasterFile | undefined {
  const [pid, cluster = '', , port, socketFolder, address] = text.split('\n').map((line) => line.trim())
  if (socketFolder === undefined || address === undefined) return undefined
  return { pid: Number(pid), cluster, port: Number(port), socketFolder, address }
}

/** Whether a process of this id lives, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
