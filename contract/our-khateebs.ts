import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { cursor, id, limit, ownUid, requiresMasjidSlot, slotFieldsWithMasjid, text } from './fields.ts'
import { changeOutcome } from './output-schemas.ts'

/** What a masjid marks a khateeb as, for its own members. */
export const khateebMark = z.enum(['approved', 'not_wanted'])

/** The most characters of a note. */
export const maxNoteLength = 1_000

/**
 * The calling masjid's own khateebs: those whom it has marked or noted something about, and those who spoke there. First those
 * who wait for approval, then the approved, then the others, and last those who are not wanted; each by name. With `khateebUid`, only that
 * khateeb, also if there is nothing about him yet.
 */
export const getOurKhateebs = endpoint('GET', '/masjids/{uid}/our_khateebs', {
  access: { masjid: 'uid' },
  params: z.object({ uid: ownUid('uid') }),
  query: z.object({
    /** A text in name, city, state and ZIP, with words in any order and forgiving their spelling. */
    q: z.optional(text('search', 200, { min: 0 })),
    khateebUid: z.optional(id('khateebUid')),
    limit,
    cursor,
  }),
  output: z.object({
    /** Only approved khateebs can request the masjid's slots and be invited to them. */
    approvedOnly: z.boolean(),
    /** The pending invitations to khateebs by email, newest first. Only for owners, and on the first page of the whole list. */
    invitations: z.array(
      z.object({
        invitationId: z.string(),
        email: z.string(),
        sentAt: z.string(),
        expiresAt: z.string(),
        /** The khutbah that it asks for; null if it asks for none, or no longer. */
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
        /** Empty without one. */
        note: z.string(),
        /** Who last changed mark or note: null if nobody, or if the member has given no name. */
        markedBy: z.nullable(z.string()),
        markedAt: z.nullable(z.string()),
        /** When he asked for approval; null if he didn't. */
        askedAt: z.nullable(z.string()),
        /** On how many dates he spoke at the masjid, and the last one. */
        timesHere: z.number(),
        lastHere: z.nullable(z.string()),
        /** His pending requests to the masjid, and its pending invites to him. */
        pendingCount: z.number(),
      }),
    ),
  }),
  paged: true,
})

const byMasjid = { access: { masjid: 'masjidUid' }, output: changeOutcome } as const

/** Changes what the masjid has marked a khateeb as (null for nothing), or its note about him. An absent field stays unchanged. */
export const markKhateeb = endpoint('POST', '/mark_khateeb', {
  ...byMasjid,
  body: z.object({
    masjidUid: ownUid('masjidUid'),
    khateebUid: id('khateebUid'),
    mark: z.optional(z.nullable(khateebMark)),
    note: z.optional(text('note', maxNoteLength, { min: 0, lines: true })),
  }),
  failures: ['not_found'],
})

/**
 * Sets whether only approved khateebs can request the masjid's slots and be invited to them. Pending invites and requests stay, for people
 * to answer.
 */
export const changeApprovedOnly = endpoint('POST', '/change_approved_only', {
  ...byMasjid,
  body: z.object({ masjidUid: ownUid('masjidUid'), approvedOnly: z.boolean() }),
})

/**
 * A khateeb asks a masjid that takes only approved khateebs to approve him, since he would like to give one of its khutbahs. Once: later calls
 * change nothing.
 */
export const askForApproval = endpoint('POST', '/ask_for_approval', {
  access: { khateeb: 'khateebUid' },
  accountLimit: 'proposal',
  body: z.object({ khateebUid: ownUid('khateebUid'), ...slotFieldsWithMasjid }).check(...requiresMasjidSlot),
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
