import type { MemberRole } from '../../contract/endpoint.ts'
import { isRoleSufficient } from '../../contract/is-role-sufficient.ts'
import { useSession } from '../app/session.ts'

/**
 * Whether the user's role in their party allows the calls that need the role `needs` (see `Endpoint.needs`). By default, calls that
 * change data need a scheduler. Screens leave out buttons whose call the server would refuse.
 */
export function useMay(needs: MemberRole = 'scheduler'): boolean {
  return isRoleSufficient(useSession().memberRole, needs)
}
