import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { mustRun } from '../build/program.ts'
import { findPostgres, type PostgresPrograms } from './programs.ts'
import { postgresUser } from './unprivileged-user.ts'

export interface PostgresCluster {
  /** The URL of the cluster's own database `postgres`, on 127.0.0.1. */
  readonly url: string
  /** Ends it at once and removes its folder. */
  stop(): Promise<void>
}

interface ClusterOptions {
  /** Write to the disk as in production. Off by default: a suite that loses its data has lost nothing. */
  readonly durable?: boolean
  /** The programs to run; by default those that `findPostgres` finds. */
  readonly programs?: PostgresPrograms
}

const careless = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/** Starts a PostgreSQL cluster of one's own in a new temporary folder, on a free port. */
export async function startPostgres(options: ClusterOptions = {}): Promise<PostgresCluster> {
  const programs = options.programs ?? (await findPostgres())
  const folder = await mkdtemp(join(tmpdir(), 'minbar-pg-'))
  const user = postgresUser()
  if (user) chownSync(folder, user.uid, user.gid)
  // PG* variables of the caller would reach into the cluster, so that it starts with an environment of its own.
  const where = { cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }, ...user }
  const bin = await readableBin(programs, folder, user !== undefined)
  const data = join(folder, 'data')
  const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  await mustRun(
    join(bin, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'minbar',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale',
      locale,
      '--lc-messages',
      'C',
      '--no-sync',
    ],
    where,
  )
  const port = await freePort()
  const settings = [
    ...(options.durable === true ? [] : careless),
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    `port=${port}`,
    'max_connections=200',
  ].flatMap((setting) => ['-c', setting])
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...settings], {
    ...where,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const endAtExit = (): void => void server.kill('SIGQUIT')
  process.once('exit', endAtExit)
  await readiness(server)
  return {
    url: `postgres://minbar@127.0.0.1:${port}/postgres`,
    async stop() {
      process.off('exit', endAtExit)
      if (server.exitCode === null && server.kill('SIGQUIT')) await once(server, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Programs in a private checkout (root's home) cannot be read by the user that the cluster runs as. */
async function readableBin(
  { bin, movable }: PostgresPrograms,
  folder: string,
  other: boolean,
): Promise<string> {
  if (movable === undefined || !other) return bin
  await cp(movable, join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  return join(folder, 'native', 'bin')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('No free port on 127.0.0.1')
  return address.port
}

/** Resolves when the server says it takes connections; rejects with what it said when it ends before. */
function readiness(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const said: string[] = []
    if (server.stderr === null) throw new Error('The server was started without a pipe')
    createInterface(server.stderr).on('line', (line) => {
      if (said.length < 100) said.push(line)
      if (line.includes('ready to accept connections')) resolve()
    })
    server.once('error', reject)
    server.once('close', () => reject(new Error(`PostgreSQL did not start:\n${said.join('\n')}`)))
  })
}
