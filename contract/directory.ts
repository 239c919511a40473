import * as z from 'zod/mini'
import {
  availabilityForSlot,
  language,
  limitsShownToKhateeb,
  slotAvailability,
} from './availability-schemas.ts'
import { endpoint } from './endpoint.ts'
import { encodeFieldError } from './field-error-encoding.ts'
import { calendarDate, cursor, id, limit, numberParameter, ownUid, text, uids } from './fields.ts'
import { openSlot, publicKhutbah } from './khutbah-schemas.ts'
import { cannotInviteKhateeb, khateebCard, masjidCard, publicFields } from './profile-schemas.ts'
import { pendingProposalsForMasjid, pendingProposalsOfPair } from './proposal-schemas.ts'
import { maxSlotsToInvite } from './proposals.ts'

const nearPattern = /^(me|-?\d{1,2}(\.\d{1,9})?,-?\d{1,3}(\.\d{1,9})?)$/

const near = z
  .pipe(
    z.string().check(z.regex(nearPattern, { error: encodeFieldError('near_not_valid') })),
    z.transform((value) => {
      if (value === 'me') return 'me' as const
      const [latitude = 0, longitude = 0] = value.split(',').map(Number)
      return { latitude, longitude }
    }),
  )
  .check(
    z.refine((it) => it === 'me' || (Math.abs(it.latitude) <= 90 && Math.abs(it.longitude) <= 180), {
      error: encodeFieldError('near_nowhere'),
    }),
  )

/** Parses a query parameter in miles. The maximum is more than half the Earth's circumference, so it excludes no place. */
const miles = (name: string) => numberParameter(name, 0, 13_000, /^\d{1,5}(\.\d{1,3})?$/)

/** A text to search for in name, city, state and ZIP. The order of its words doesn't matter, and it may have spelling mistakes. */
const searchText = z.optional(text('search', 200, { min: 0 }))

/** Without any parameter, the response is the whole list, as the specification requires. With a parameter, the response is a page. */
const listQuery = z.object({
  near: z.optional(near),
  radius: z.optional(miles('radius')),
  /** If no item is within `radius`, the response has the closest items within this distance, in miles, as suggestions. */
  otherwiseWithin: z.optional(miles('otherwiseWithin')),
  /** The search text. If few items match, the first page also has suggestions, after the matches. */
  q: searchText,
  limit,
  cursor,
})

/** The query of the list of masjids. A calling khateeb can also ask for open slots. */
const masjidListQuery = z.extend(listQuery, {
  /**
   * `shown`: each card has the first dates on which the khateeb may request a slot. `only`: the list also leaves out masjids without such a
   * date.
   */
  openSlots: z.optional(z.enum(['shown', 'only'])),
  /** With `openSlots=only`: the list has only masjids with an open slot on this date, and only this date counts. */
  openOn: z.optional(calendarDate),
  /** With `openSlots`: only slots in this language count. */
  language: z.optional(language),
})

const listOptions = { access: { khateeb: true, masjid: true }, query: listQuery, paged: true } as const

export const getMasjids = endpoint('GET', '/get_masjids', {
  ...listOptions,
  query: masjidListQuery,
  output: z.array(masjidCard),
})

/**
 * Lists khateebs. The list leaves out khateebs whom the calling masjid has marked as not wanted. With `slotIds`, each card says for which
 * of these slots of the calling masjid the khateeb is free. In this case, each page is sorted: khateebs who are free for more slots come
 * first. Among khateebs who are free for equally many slots, approved khateebs come first. Next come khateebs who need approval, and
 * khateebs whom the masjid can't invite because of a block. Suggestions come last. The call ignores ids of removed slots and of other
 * masjids' slots. Fails with `not_found` if `slotIds` has no other id.
 */
export const getKhateebs = endpoint('GET', '/get_khateebs', {
  ...listOptions,
  query: z.extend(listQuery, { slotIds: z.optional(uids('slotIds', maxSlotsToInvite)) }),
  output: z.array(khateebCard),
  failures: ['not_found'],
})

/**
 * Returns the details of a masjid, with a page of its khutbahs, soonest first. A page has at most `khutbahs` dates (default 100) and at
 * most 60 slots, and never splits a date. With `date`, the response has only the khutbah of that date, if it is upcoming or under way. Only
 * signed-in callers get `email` and `emailVerified`.
 */
export const getMasjidDetails = endpoint('GET', '/get_masjid_details/{masjidId}', {
  access: 'anyone',
  params: z.object({ masjidId: id('masjidId') }),
  query: z.object({
    date: z.optional(calendarDate),
    khutbahs: z.optional(numberParameter('khutbahs', 1, 100, /^\d{1,3}$/)),
    cursor,
  }),
  output: z.object({
    ...publicFields,
    masjidName: z.string(),
    masjidAddress: z.string(),
    zipCode: z.string(),
    phone: z.string(),
    website: z.string(),
    email: z.optional(z.string()),
    emailVerified: z.optional(z.boolean()),
    timeZone: z.string(),
    khutbahs: z.array(publicKhutbah),
    /** The masjid accepts requests only from khateebs whom it has approved. */
    approvedOnly: z.boolean(),
    /** The calling khateeb has asked the masjid for approval. */
    askedForApproval: z.boolean(),
    /** The calling khateeb has blocked this masjid. */
    blocked: z.boolean(),
    /** Pending proposals between this masjid and the calling khateeb. */
    pendingWithYou: pendingProposalsOfPair,
    /**
     * The limits of the calling khateeb, and his distance to the masjid in miles, to explain `beyondYourLimits`. Null for other callers.
     */
    yourLimits: z.nullable(z.extend(limitsShownToKhateeb, { miles: z.number() })),
  }),
  failures: ['not_found'],
  paged: true,
})

/** A date, YYYY-MM-DD. */
const khutbahDate = z.string()

/**
 * Returns the details of a khateeb. `phone` is null if the caller may not see it. For a masjid, `phoneReason` says why it sees the phone
 * now, and `nextPhoneWindow` says from when it will see the phone for a later khutbah.
 */
export const getKhateebDetails = endpoint('GET', '/get_khateeb_details/{id}', {
  access: { khateeb: true, masjid: true },
  params: z.object({ id: id('id') }),
  output: z.object({
    ...publicFields,
    firstName: z.string(),
    lastName: z.string(),
    bio: z.string(),
    expertise: z.string(),
    /** ISO 639-1 codes. */
    languages: z.array(z.string()),
    emailVerified: z.boolean(),
    /** The calling masjid has blocked this khateeb. */
    blocked: z.boolean(),
    /** Null if the masjid may invite him, and if the caller is a khateeb. */
    cannotInvite: z.nullable(cannotInviteKhateeb),
    /** Pending proposals between this khateeb and the calling masjid. */
    pendingWithYou: pendingProposalsForMasjid,
    /** For each of the next 200 open slots of the calling masjid: whether the khateeb is free. */
    availability: z.array(availabilityForSlot),
    phone: z.nullable(z.string()),
    phoneReason: z.nullable(z.object({ why: z.enum(['requested', 'confirmed']), khutbahDate })),
    nextPhoneWindow: z.nullable(z.object({ khutbahDate, from: z.string() })),
  }),
  failures: ['not_found'],
})

/** The reason why an invite of the khateeb to the slot would fail now. */
const cannotInviteReason = z.enum([
  'slot_past',
  'slot_taken',
  'already_invited',
  'already_requested',
  'khateeb_busy',
  'khateeb_unavailable',
  'too_many_proposals',
  'khateeb_not_approved',
])

/**
 * Lists the khateebs from whom the calling masjid can choose for one of its slots, in groups. The first group has up to 200 approved
 * khateebs at any distance, and the closest 200 khateebs within 50 miles. Each later group has the next closest khateebs. In a group,
 * khateebs who are free come first, then those beyond their limits, then those who can't come. In each of these three parts, approved
 * khateebs come before other khateebs, and closer khateebs before farther khateebs. Khateebs who need approval come after these parts, and
 * suggestions come last. The list leaves out khateebs marked as not wanted. With `q`, the groups have only the khateebs whom this search
 * text finds, at any distance.
 */
export const getKhateebsForSlot = endpoint('GET', '/masjids/{uid}/khateebs_for_slot', {
  access: { masjid: 'uid' },
  params: z.object({ uid: ownUid('uid') }),
  query: z.object({ slotId: id('slotId'), q: searchText, limit, cursor }),
  output: z.object({
    /** The number of khateebs in this page's group. */
    count: z.number(),
    /** The number of khateebs in the group who are free. */
    freeCount: z.number(),
    /** Another group follows. */
    areMore: z.boolean(),
    khateebs: z.array(
      z.object({
        ...publicFields,
        firstName: z.string(),
        lastName: z.string(),
        emailVerified: z.boolean(),
        /** In miles. */
        distance: z.number(),
        /** The search text does not match the khateeb, but resembles his name or his city. */
        isSuggestion: z.boolean(),
        /** ISO 639-1 codes. */
        languages: z.array(z.string()),
        /** The date of his last khutbah at the masjid; null if he never spoke there. */
        lastHere: z.nullable(z.string()),
        availability: slotAvailability,
        /** The masjid has approved him. */
        approved: z.boolean(),
        cannotInvite: z.nullable(cannotInviteReason),
      }),
    ),
  }),
  failures: ['not_found'],
  paged: true,
})

/**
 * Lists upcoming slots without a khateeb that the calling khateeb may request now, at masjids within `radius` miles (default 50), sorted by
 * date, then by distance. The list leaves out slots on his away dates or at an hour when he is booked, slots with a pending invite or
 * request of his, and slots for which he has used up his requests. It also leaves out masjids that he has blocked, that have blocked him,
 * or that take no requests from him. With `perDate`, the list has at most that many slots of each date, and no further pages.
 */
export const getOpenSlots = endpoint('GET', '/users/{uid}/open_slots', {
  access: { khateeb: 'uid' },
  params: z.object({ uid: ownUid('uid') }),
  query: z.object({
    radius: z.optional(miles('radius')),
    date: z.optional(calendarDate),
    /** Only slots in this language. */
    language: z.optional(language),
    perDate: z.optional(numberParameter('perDate', 1, 100, /^\d{1,3}$/)),
    limit,
    cursor,
  }),
  output: z.array(openSlot),
  paged: true,
})
