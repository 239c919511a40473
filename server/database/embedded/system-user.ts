import { readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A user of the operating system. */
export interface SystemUser {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/**
 * Returns the user that runs PostgreSQL when this process is root, because PostgreSQL refuses to run as root. This is the owner of
 * the database, else `minbar`, else `nobody`, else the first user that is not root. Undefined if there is none. Considers only users
 * in /etc/passwd, because initdb looks up the name of the user.
 * @param passwd the text of /etc/passwd
 * @param owner the user id of the database's owner
 */
export function unprivilegedUser(passwd: string, owner?: number): SystemUser | undefined {
  const users = passwd.split('\n').flatMap((line): SystemUser[] => {
    const [name = '', , uid, gid] = line.split(':')
    return Number(uid) > 0 ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
  return (
    users.find(({ uid }) => uid === owner) ??
    users.find(({ name }) => name === 'minbar') ??
    users.find(({ name }) => name === 'nobody') ??
    users[0]
  )
}

/** Whether this process runs as root. False on Windows. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * Returns the user to run PostgreSQL as on this machine; undefined means the user of this process.
 * @param owner the user id of the database's owner, if it exists
 */
export function postgresUser(owner?: number): SystemUser | undefined {
  if (!isRoot()) return undefined
  return unprivilegedUser(readFileSync('/etc/passwd', 'utf8'), owner)
}

/**
 * Resolves with the outermost folder among `path` and its parents that a user may not enter; undefined if the user can reach `path`, which
 * must be absolute and exist.
 */
export async function firstInaccessibleFolder(path: string, user: SystemUser): Promise<string | undefined> {
  const parent = dirname(path)
  if (parent !== path) {
    const blocked = await firstInaccessibleFolder(parent, user)
    if (blocked !== undefined) return blocked
  }
  const { mode, uid, gid } = await stat(path)
  const bits = uid === user.uid ? mode >> 6 : gid === user.gid ? mode >> 3 : mode
  return (bits & 0o1) === 1 ? undefined : path
}
