import { superuser } from './cluster.ts'
import type { ServerPlace } from './postmaster-file.ts'

/** The URL of an embedded server: by its Unix socket if it has one, else by its TCP address. */
export function connectionUrl({ socketFolder, address, port }: ServerPlace, password: string): string {
  const url = new URL(`postgres://${superuser}:${password}@localhost:${port}/postgres`)
  url.searchParams.set('host', socketFolder === '' ? address : socketFolder)
  return url.href
}
