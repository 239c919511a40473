import { queryOptions } from '@tanstack/react-query'
import type { OutputOf } from '../../contract/endpoint.ts'
import { getMembers } from '../../contract/members.ts'
import { call } from '../app/api-call.ts'

/** The masjid's members, and for owners the pending invitations. */
export const membersQuery = queryOptions({ queryKey: ['team'], queryFn: () => call(getMembers, {}) })

type Team = OutputOf<typeof getMembers>

export type TeamMember = Team['members'][number]

export type PendingInvitation = Team['invitations'][number]

/** Returns the member's name, or the email of a member without a name. */
export function nameOf({ name, email }: Pick<TeamMember, 'name' | 'email'>): string {
  return name ?? email
}
