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
 * The user that runs PostgreSQL when this process is root, which PostgreSQL refuses: the owner of the database, else `minbar`
 * where there is one, else `nobody`, else the first user that isn't root. Undefined when there is none. It must be listed, since
 * initdb looks up its name.
 * @param passwd the text of /etc/passwd
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

/** Whether this process may do everything. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * The user to run PostgreSQL as on this machine; undefined means the user of this process.
 * @param owner the id of the user that the database belongs to, where it is there
 */
export function postgresUser(owner?: number): SystemUser | undefined {
  if (!isRoot()) return undefined
  return unprivilegedUser(readFileSync('/etc/passwd', 'utf8'), owner)
}

/**
 * The outermost folder on the way to `path` (itself included) that a user may not enter; undefined when the user can reach
 * `path`. `path` is absolute and exists.
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
