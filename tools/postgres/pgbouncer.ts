import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '../../server/database/embedded/free-port.ts'
import { postgresUser } from '../../server/database/embedded/system-user.ts'

/** The path of PgBouncer; undefined if it is not installed. */
export const installedPgBouncer = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((it) => existsSync(it))

export type PgBouncer = Awaited<ReturnType<typeof startPgBouncer>>

/**
 * Starts PgBouncer in transaction mode.
 * @param connections the most connections to the database
 */
export async function startPgBouncer(program: string, databaseUrl: string, connections: number) {
  const { username, password, port, pathname } = new URL(databaseUrl)
  const folder = await mkdtemp(join(tmpdir(), 'minbar-pgbouncer-'))
  const listensAt = await findFreePort()
  const settings = `
    [databases]
    * = host=127.0.0.1 port=${port}
    [pgbouncer]
    listen_addr = 127.0.0.1
    listen_port = ${listensAt}
    unix_socket_dir =
    auth_type = plain
    auth_file = ${folder}/users
    pool_mode = transaction
    default_pool_size = ${connections}
    max_client_conn = 200`
  await writeFile(join(folder, 'settings.ini'), settings.replaceAll(/^ +/gmu, ''))
  await writeFile(join(folder, 'users'), `"${username}" "${decodeURIComponent(password)}"\n`, { mode: 0o600 })
  // PgBouncer refuses to run as root.
  const user = postgresUser()
  if (user !== undefined) {
    for (const place of [folder, join(folder, 'users')]) await chown(place, user.uid, user.gid)
  }
  const child = spawn(program, ['-q', join(folder, 'settings.ini')], {
    stdio: 'ignore',
    ...(user && { uid: user.uid, gid: user.gid }),
  })
  const gone = once(child, 'close')
  await waitUntilListening(child, listensAt)
  return {
    pid: child.pid ?? Number.NaN,
    /** The URL of the database through PgBouncer. */
    url: `postgres://${username}:${password}@127.0.0.1:${listensAt}${pathname}`,
    async stop() {
      child.kill('SIGKILL')
      await gone
      await rm(folder, { recursive: true })
    },
  }
}

async function waitUntilListening(child: ChildProcess, port: number): Promise<void> {
  while (child.exitCode === null) {
    const socket = connect(port, '127.0.0.1')
    const connected = await once(socket, 'connect').catch(() => undefined)
    socket.destroy()
    if (connected) return
    await pause(20)
  }
  throw new Error('PgBouncer ended before it listened.')
}
