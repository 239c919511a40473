import type * as z from 'zod/mini'
import type { Role } from '../../contract/endpoint.ts'
import type { khateebMark } from '../../contract/our-khateebs.ts'

export type KhateebMark = z.infer<typeof khateebMark>

/** The settings of a masjid that can forbid a proposal between the masjid and a khateeb. */
export interface ApprovalSettings {
  /** Whether the masjid takes requests only from approved khateebs, and invites only approved khateebs. */
  readonly approvedOnly: boolean
  /** The masjid's mark for the khateeb; null without a mark. */
  readonly mark: KhateebMark | null
}

/**
 * Returns why the masjid's mark or `approvedOnly` forbids a proposal; null if both allow it. A mark is private: if requests need approval,
 * a khateeb who is marked as not wanted gets the same refusal as every khateeb without approval.
 */
export function refusalByApproval(
  proposer: Role,
  approval: ApprovalSettings,
): 'approval_needed' | 'requests_not_taken' | 'khateeb_not_approved' | 'khateeb_not_wanted' | null {
  if (proposer === 'masjid') return inviteRefusalByApproval(approval)
  const { approvedOnly, mark } = approval
  if (mark === 'approved') return null
  if (approvedOnly) return 'approval_needed'
  return mark === 'not_wanted' ? 'requests_not_taken' : null
}

/** Returns why the masjid's mark or `approvedOnly` forbids an invite; null if both allow it. */
export function inviteRefusalByApproval({
  approvedOnly,
  mark,
}: ApprovalSettings): 'khateeb_not_approved' | 'khateeb_not_wanted' | null {
  if (mark === 'not_wanted') return 'khateeb_not_wanted'
  return approvedOnly && mark === null ? 'khateeb_not_approved' : null
}
