import type { Endpoint } from '../../contract/endpoint.ts'
import { Failure, invalidField } from './failure.ts'
import type { Caller } from './route.ts'

/**
 * Checks that the caller may make the call, and returns the input with `me` replaced by the caller's uid. Throws 401 without
 * a session, 403 for a wrong role or another account's uid, and 400 for `me` in the field of the other role.
 */
export function authorize(
  endpoint: Endpoint,
  caller: Caller | null,
  input: Record<string, unknown>,
): Record<string, unknown> {
  if (endpoint.access === 'anyone') return input
  if (caller === null) throw new Failure('not_signed_in')
  const own = endpoint.access[caller.role]
  if (own === undefined) throw new Failure('wrong_role')
  for (const others of Object.values(endpoint.access)) {
    if (typeof others === 'string' && others !== own && input[others] === 'me') {
      throw invalidField(others, 'id_not_valid', { field: others })
    }
  }
  if (own === true) return input
  if (input[own] !== 'me' && input[own] !== caller.uid) throw new Failure('not_yours')
  return { ...input, [own]: caller.uid }
}
