import * as z from 'zod/mini'
import type { MemberRole } from './endpoint.ts'

/** The schema of a member's role. */
export const memberRole = z.enum(['owner', 'scheduler', 'viewer'] satisfies MemberRole[])
