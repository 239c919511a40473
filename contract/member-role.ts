import * as z from 'zod/mini'
import type { MemberRole } from './endpoint.ts'

/** The schema of a member's role. */
export const memberRole = z.enum(['owner', 'scheduler', 'viewer'] satisfies MemberRole[])

/** What an invitation makes of its reader: a member of the masjid with a role, or one of its khateebs. */
export type InvitedAs = MemberRole | 'khateeb'

export const invitedAs = z.enum(['owner', 'scheduler', 'viewer', 'khateeb'] satisfies InvitedAs[])
