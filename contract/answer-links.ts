import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { instant, linkToken } from './fields.ts'
import { slotWords } from './khutbah-schemas.ts'
import { closedProposals, proposalCounts, slotAskedAbout } from './proposal-schemas.ts'
import { acceptFailures } from './proposals.ts'

/**
 * A call that the page makes for the link in a letter with a question. It needs no session, and opens none. Its limit per address is high, because
 * the phones of many members share the address of their network, and a token cannot be guessed.
 */
const byAnswerLink = { access: 'anyone', limit: 'lookup', secret: true } as const

/**
 * What the link in a letter asks its reader. Fails with `link_spent` once there is nothing to answer: the proposal was decided or has closed,
 * the slot has begun, or the reader acts for the party no more. Changes nothing, because programs that scan mail open links, too.
 */
export const lookUpAnswerLink = endpoint('POST', '/look_up_answer_link', {
  ...byAnswerLink,
  body: z.object({ token: linkToken }),
  output: z.object({
    /** A masjid's invite to a khateeb, a khateeb's request to a masjid, or whether a khateeb can come at the time to which a masjid has moved the slot. */
    question: z.enum(['invite', 'request', 'reconfirmation']),
    masjidName: z.string(),
    city: z.string(),
    stateCode: z.string(),
    khateebName: z.string(),
    slot: z.object({ ...slotAskedAbout, ...slotWords }),
    /** The pending proposals of the reader's party that close with a Yes. */
    closesCount: proposalCounts,
  }),
  failures: ['link_spent'],
})

/**
 * Answers the question of a link: accepts or rejects an invite, approves or rejects a request, or confirms a moved slot again. `seenStart` is the
 * start that the reader saw. A khateeb who can't come at the new time signs in and withdraws, because he gives a reason: a No to that question
 * fails with `proposal_accepted`.
 */
export const answerByLink = endpoint('POST', '/answer_by_link', {
  ...byAnswerLink,
  body: z.object({ token: linkToken, answer: z.enum(['yes', 'no']), seenStart: instant('seenStart') }),
  output: z.object({ changed: z.boolean(), closed: closedProposals }),
  failures: [...acceptFailures, 'assignment_removed', 'assignment_withdrawn', 'link_spent'],
})
