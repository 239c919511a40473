import type { MemberRole } from '../../contract/endpoint.ts'
import { isRoleSufficient } from '../../contract/is-role-sufficient.ts'
import { useSession } from '../app/session.ts'

/**
 * Whether the user may make the calls of their party that need a role (see `Endpoint.needs`): by default those about khutbahs and
 * khateebs. Screens leave out the buttons that the server would refuse.
 */
export function useMay(needs: MemberRole = 'scheduler'): boolean {
  return isRoleSufficient(useSession().memberRole, needs)
}
