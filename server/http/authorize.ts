import type { Endpoint } from '../../contract/endpoint.ts'
import { isRoleSufficient } from '../../contract/is-role-sufficient.ts'
import { Failure, invalidField } from './failure.ts'
import type { Caller } from './route.ts'

/** Returns the caller, acting for the party with this uid; null if the caller may not act for this party. */
export function callerActingFor(caller: Caller, uid: unknown): Caller | null {
  const membership = caller.memberships.find((it) => it.uid === uid)
  return membership === undefined ? null : { ...caller, ...membership }
}

/**
 * Returns the caller, acting for their party whose uid is in the input field that `access` names. If none of their parties has this uid,
 * the caller is unchanged.
 */
export function callerActingForNamedParty(
  { access }: Endpoint,
  caller: Caller,
  input: Record<string, unknown>,
): Caller {
  if (access === 'anyone') return caller
  for (const { uid, role } of caller.memberships) {
    const own = access[role]
    if (typeof own === 'string' && input[own] === uid) return callerActingFor(caller, uid) ?? caller
  }
  return caller
}

/**
 * Checks that the caller may make the call, and returns the input with `me` replaced by the caller's uid. Throws 401 without a session, 403
 * if the party or the member has the wrong role, 403 for another account's uid, and 400 for `me` in the field of the other role.
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
  if (own !== true && input[own] !== 'me' && input[own] !== caller.uid) throw new Failure('not_yours')
  if (!isRoleSufficient(caller.memberRole, endpoint.needs)) throw new Failure('member_role')
  return own === true ? input : { ...input, [own]: caller.uid }
}
