import { readFileSync } from 'node:fs'

export interface SystemUser {
  readonly uid: number
  readonly gid: number
}

/**
 * Who PostgreSQL runs as: undefined for oneself, and for root, whom it refuses, the user postgres, nobody or
 * another one. It must be in the list of users, since initdb looks its name up.
 * @param passwd the text of /etc/passwd
 */
export function unprivilegedUser(passwd: string): SystemUser | undefined {
  const users = passwd.split('\n').flatMap((line) => {
    const [name = '', , uid, gid] = line.split(':')
    return Number(uid) > 0 ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
  const user =
    users.find((it) => it.name === 'postgres') ?? users.find((it) => it.name === 'nobody') ?? users[0]
  return user && { uid: user.uid, gid: user.gid }
}

/** The user to run PostgreSQL as on this machine; undefined means as oneself. */
export function postgresUser(): SystemUser | undefined {
  return process.getuid?.() === 0 ? unprivilegedUser(readFileSync('/etc/passwd', 'utf8')) : undefined
}
