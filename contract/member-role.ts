import * as z from 'zod/mini'
import type { MemberRole } from './endpoint.ts'

export const memberRole = z.enum(['owner', 'scheduler', 'viewer'] satisfies MemberRole[])

/** What the recipient of an invitation becomes: a member of the masjid with this role, or one of its khateebs. */
export type InvitedAs = MemberRole | 'khateeb'

export const invitedAs = z.enum(['owner', 'scheduler', 'viewer', 'khateeb'] satisfies InvitedAs[])
