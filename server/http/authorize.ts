import type { Endpoint } from '../../contract/endpoint.ts'
import { Failure, invalid } from './failure.ts'
import type { Caller } from './route.ts'

/**
 * Lets a caller through to an endpoint, or throws: 403 for a role that may not make the call, and for a uid in the
 * input that isn't the caller's own; before that, 400 for a `me` where the other role names itself. Gives the input with
 * `me` resolved.
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
      throw invalid(others, 'id_not_valid', { field: others })
    }
  }
  if (own === true) return input
  if (input[own] !== 'me' && input[own] !== caller.uid) throw new Failure('not_yours')
  return { ...input, [own]: caller.uid }
}
