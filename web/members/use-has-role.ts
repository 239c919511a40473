import type { MemberRole } from '../../contract/endpoint.ts'
import { isRoleSufficient } from '../../contract/is-role-sufficient.ts'
import { useSession } from '../app/session.ts'

/**
 * Whether the user has this role in their party, or a role that allows more. Screens leave out buttons whose call the server would refuse
 * (see `Endpoint.needs`).
 */
export function useHasRole(role: MemberRole): boolean {
  return isRoleSufficient(useSession().memberRole, role)
}
