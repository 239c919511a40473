import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { cursor, id, limit, ownUid, text } from './fields.ts'
import { changeOutcome } from './outcome-schemas.ts'
import { masjidSlotChecks, slotFieldsWithMasjid } from './slot-fields.ts'

/** The marks that a masjid can give a khateeb. Only the members of that masjid see the marks. */
export const khateebMark = z.enum(['approved', 'not_wanted'])

/** The most characters of a note about a khateeb. */
export const maxKhateebNoteLength = 1_000

/**
 * Lists the calling masjid's own khateebs: khateebs with a mark or a note, khateebs who asked for approval, and khateebs who have spoken at
 * the masjid. First come khateebs who wait for approval, then approved khateebs, then the others, and last those who are not wanted. Each
 * group is sorted by name. With `khateebUid`, returns only that khateeb, even if he is not one of them.
 */
export const getOurKhateebs = endpoint('GET', '/masjids/{uid}/our_khateebs', {
  access: { masjid: 'uid' },
  params: z.object({ uid: ownUid('uid') }),
  query: z.object({
    /** A text to search for in name, city, state and ZIP. The order of its words doesn't matter, and it may have spelling mistakes. */
    q: z.optional(text('search', 200, { min: 0 })),
    khateebUid: z.optional(id('khateebUid')),
    limit,
    cursor,
  }),
  output: z.object({
    /** Whether only approved khateebs can send the masjid requests and be invited to its slots. */
    approvedOnly: z.boolean(),
    /**
     * The pending invitations to khateebs by email, newest first. Empty if the caller is no owner, and for a later page, a search or a
     * single khateeb.
     */
    invitations: z.array(
      z.object({
        invitationId: z.string(),
        email: z.string(),
        sentAt: z.string(),
        expiresAt: z.string(),
        /**
         * The slot that the invited khateeb is asked to lead. Null for an invitation without a slot, and after that slot was filled or
         * removed or has begun.
         */
        slot: z.nullable(
          z.object({ slotId: z.string(), date: z.string(), time: z.string(), startsAt: z.string() }),
        ),
      }),
    ),
    khateebs: z.array(
      z.object({
        uid: z.string(),
        firstName: z.string(),
        lastName: z.string(),
        city: z.string(),
        stateCode: z.string(),
        verified: z.boolean(),
        mark: z.nullable(khateebMark),
        /** Empty without a note. */
        note: z.string(),
        /**
         * The name of the member who last changed the mark or the note; null without such a change, and if this member has no name or was
         * deleted.
         */
        markedBy: z.nullable(z.string()),
        markedAt: z.nullable(z.string()),
        /** When he asked the masjid for approval; null if he has not asked. */
        askedAt: z.nullable(z.string()),
        /** The number of dates on which he spoke at the masjid. */
        timesHere: z.number(),
        /** The last of these dates; null if he never spoke there. */
        lastHere: z.nullable(z.string()),
        /** The number of his pending requests to the masjid and of its pending invites to him. */
        pendingCount: z.number(),
      }),
    ),
  }),
  paged: true,
})

const masjidCallOptions = { access: { masjid: 'masjidUid' }, output: changeOutcome } as const

/**
 * Changes the masjid's mark for a khateeb, or its note about him. Null removes the mark. Absent fields stay unchanged. An approval also
 * counts against the rate limit of proposals, because the khateeb may get a letter about it.
 */
export const markKhateeb = endpoint('POST', '/mark_khateeb', {
  ...masjidCallOptions,
  body: z.object({
    masjidUid: ownUid('masjidUid'),
    khateebUid: id('khateebUid'),
    mark: z.optional(z.nullable(khateebMark)),
    note: z.optional(text('note', maxKhateebNoteLength, { min: 0, lines: true })),
  }),
  failures: ['email_unconfirmed', 'not_found'],
})

/**
 * Sets whether only approved khateebs can send the masjid requests and be invited to its slots. Invites and requests that are pending stay
 * pending.
 */
export const changeApprovedOnly = endpoint('POST', '/change_approved_only', {
  ...masjidCallOptions,
  body: z.object({ masjidUid: ownUid('masjidUid'), approvedOnly: z.boolean() }),
})

/**
 * Asks a masjid that accepts only approved khateebs to approve the calling khateeb, who would like to lead one of its slots. He can ask a
 * masjid once: later calls change nothing.
 */
export const askForApproval = endpoint('POST', '/ask_for_approval', {
  access: { khateeb: 'khateebUid' },
  accountLimit: 'proposal',
  body: z.object({ khateebUid: ownUid('khateebUid'), ...slotFieldsWithMasjid }).check(...masjidSlotChecks),
  output: changeOutcome,
  failures: [
    'email_unconfirmed',
    'not_found',
    'slot_past',
    'slot_taken',
    'already_invited',
    'not_accepting',
    'you_blocked',
    'approval_not_needed',
  ],
})
