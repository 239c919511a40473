import { superuser } from './cluster.ts'
import type { ServerPlace } from './postmaster-file.ts'

/** The URL by which `pg` reaches a server of ours: through its Unix socket where it has one, else by its address. */
export function connectionUrl({ socketFolder, address, port }: ServerPlace, password: string): string {
  const url = new URL(`postgres://${superuser}:${password}@localhost:${port}/postgres`)
  url.searchParams.set('host', socketFolder === '' ? address : socketFolder)
  return url.href
}
