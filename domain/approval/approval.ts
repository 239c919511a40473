import type * as z from 'zod/mini'
import type { Role } from '../../contract/endpoint.ts'
import type { khateebMark } from '../../contract/our-khateebs.ts'

export type KhateebMark = z.infer<typeof khateebMark>

/** What decides whether a masjid and a khateeb may propose to each other, besides blocks. */
export interface Approval {
  /** The masjid takes requests only from khateebs whom it has approved, and invites only those. */
  readonly approvedOnly: boolean
  /** What the masjid has marked the khateeb as; null for nothing. */
  readonly mark: KhateebMark | null
}

type ApprovalRefusal =
  | 'approval_needed'
  | 'requests_not_taken'
  | 'khateeb_not_approved'
  | 'khateeb_not_wanted'

/**
 * Why the masjid's choice of its khateebs refuses a proposal; null if it doesn't. A mark is private: where requests need approval, a
 * khateeb who is not wanted is told only that, like all others.
 */
export function refusalByApproval(proposer: Role, { approvedOnly, mark }: Approval): ApprovalRefusal | null {
  if (mark === 'approved') return null
  if (proposer === 'khateeb') {
    if (approvedOnly) return 'approval_needed'
    return mark === 'not_wanted' ? 'requests_not_taken' : null
  }
  if (mark === 'not_wanted') return 'khateeb_not_wanted'
  return approvedOnly ? 'khateeb_not_approved' : null
}
