import type { Path } from './screen-paths.ts'

/**
 * The query parameter, in the address of a screen, with the uid of the party for which the user acts. Users with several parties need it,
 * so that each browser tab keeps its party after a reload.
 */
export const actingParameter = 'as'

/** Returns the uid of the party in the query of an address (`?as=…`), or null. */
export function actingUidIn(search: string): string | null {
  return /[?&]as=([\w-]+)/.exec(search)?.[1] ?? null
}

/** Adds the uid of a party to a screen's address. */
export function withActingParty<Address extends string = Path>(
  path: Address,
  uid: string,
): Address | `${Address}${string}` {
  return `${path}${path.includes('?') ? '&' : '?'}${actingParameter}=${encodeURIComponent(uid)}`
}
