import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { undefinedIfFileMissing } from '../../undefined-if-file-missing.ts'
import { superuser } from './cluster.ts'

/** Where a server listens. */
export interface ServerAddress {
  readonly port: number
  /** The folder of its Unix socket; empty if it has none. */
  readonly socketFolder: string
  /** Its TCP address; empty if it has none. */
  readonly address: string
}

/** The contents of `postmaster.pid`, which describe the server that runs on a cluster. */
export interface PostmasterFile extends ServerAddress {
  readonly pid: number
  /** The cluster's folder, as it was passed to the server. */
  readonly cluster: string
}

/**
 * Reads `postmaster.pid`, whose lines are: process id, data folder, start time, port, socket folder, listen address, …
 * (PostgreSQL's src/include/utils/pidfile.h). Undefined if the file does not exist or is not complete yet. The server may be dead:
 * a killed server leaves its file behind.
 */
export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | undefined> {
  const text = await undefinedIfFileMissing(readFile(join(cluster, 'postmaster.pid'), 'utf8'))
  return parsePostmasterFile(text ?? '')
}

export function parsePostmasterFile(text: string): PostmasterFile | undefined {
  const [pid, cluster = '', , port, socketFolder, address] = text.split('\n').map((line) => line.trim())
  if (socketFolder === undefined || address === undefined) return undefined
  return { pid: Number(pid), cluster, port: Number(port), socketFolder, address }
}

/** Whether a process with this id exists, even if it belongs to another user. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Returns the URL of an embedded server: with its Unix socket if it has one, else with its TCP address. */
export function connectionUrl({ socketFolder, address, port }: ServerAddress, password: string): string {
  const url = new URL(`postgres://${superuser}:${password}@localhost:${port}/postgres`)
  url.searchParams.set('host', socketFolder === '' ? address : socketFolder)
  return url.href
}
