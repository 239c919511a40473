import * as z from 'zod/mini'
import { withdrawalReason } from './assignments.ts'
import { endpoint } from './endpoint.ts'
import { instant, linkToken } from './fields.ts'
import { movedStart, slotWords } from './khutbah-schemas.ts'
import { closedProposals, proposalCounts, slotAskedAbout } from './proposal-schemas.ts'
import { acceptFailures } from './proposals.ts'

/**
 * The options of calls that take the token of an answer link. The calls need no session and open none. Their limit per IP address is high,
 * because the phones of many members share the IP address of their network, and a token cannot be guessed.
 */
const answerLinkOptions = { access: 'anyone', limit: 'lookup', secret: true } as const

/**
 * Looks up the question of an answer link. Changes nothing, because programs that scan emails also open links. The link works while the
 * proposal is pending, and for the khateeb also while he is confirmed. Otherwise, the call fails with `link_spent`. It also fails if the
 * slot was removed or has begun, or if the recipient may no longer answer for the party.
 */
export const lookUpAnswerLink = endpoint('POST', '/look_up_answer_link', {
  ...answerLinkOptions,
  body: z.object({ token: linkToken }),
  output: z.object({
    /**
     * - `invite`, `request`: a pending proposal
     * - `reconfirmation`: whether the khateeb can still come after the masjid moved the slot
     * - `confirmed`: no question, because the khateeb is confirmed. He may only withdraw
     */
    question: z.enum(['invite', 'request', 'reconfirmation', 'confirmed']),
    /** The uid of the recipient's party, for which the recipient answers. */
    partyUid: z.string(),
    masjidName: z.string(),
    /** Whether the masjid was suspended after the khateeb was confirmed. If so, the khutbah might not take place. */
    masjidSuspended: z.boolean(),
    city: z.string(),
    stateCode: z.string(),
    khateebName: z.string(),
    slot: z.object({ ...slotAskedAbout, ...slotWords }),
    /** The start that the khateeb agreed to, if the slot has another start now. Otherwise null. Always null for a proposal. */
    agreedStart: z.nullable(movedStart),
    /** The number of other pending proposals of the recipient's party that a “yes” closes. */
    closesCount: proposalCounts,
  }),
  failures: ['link_spent'],
})

/**
 * Answers the question of an answer link: accepts or rejects an invite, approves or rejects a request, or reconfirms a moved slot.
 * `seenStart` is the start that the recipient saw. If the khateeb is confirmed, `no` with a `reason` withdraws him, and `no` without a
 * reason fails with `proposal_accepted`. The masjid sees the reason.
 */
export const answerByLink = endpoint('POST', '/answer_by_link', {
  ...answerLinkOptions,
  body: z.object({
    token: linkToken,
    answer: z.enum(['yes', 'no']),
    seenStart: instant('seenStart'),
    reason: z.optional(withdrawalReason),
  }),
  output: z.object({ changed: z.boolean(), closed: closedProposals }),
  failures: [...acceptFailures, 'confirmed_again', 'link_spent'],
})
