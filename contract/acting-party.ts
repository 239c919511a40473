import type { Path } from './screen-paths.ts'

/**
 * The parameter of a screen's address with the uid of the party that the user acts for. Only a user with several parties needs it: each
 * tab then keeps its own party, also when it is reloaded.
 */
export const actingParameter = 'as'

/** The party in the search part of an address; null without one. */
export function actingUidIn(search: string): string | null {
  return /[?&]as=([\w-]+)/.exec(search)?.[1] ?? null
}

/** A screen's address, for a party. */
export function forParty<Address extends string = Path>(
  path: Address,
  uid: string,
): Address | `${Address}${string}` {
  return `${path}${path.includes('?') ? '&' : '?'}${actingParameter}=${encodeURIComponent(uid)}`
}
