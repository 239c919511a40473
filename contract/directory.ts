import * as z from 'zod/mini'
import { language, slotAvailability } from './availability-schemas.ts'
import { endpoint } from './endpoint.ts'
import { encodeFieldError } from './field-error-encoding.ts'
import {
  calendarDate,
  cursor,
  id,
  limit,
  listLimitParameter,
  numberParameter,
  ownUid,
  text,
} from './fields.ts'
import { archivedKhutbah, openSlot, publicKhutbah } from './khutbah-schemas.ts'
import { khateebCard, khateebRecord, masjidCard, masjidRecord, publicFields } from './output-schemas.ts'
import { khateebProfileFields, masjidProfileFields } from './profile-fields.ts'
import { pendingProposalsForMasjid, pendingProposalsOfPair } from './proposal-schemas.ts'

const nearForm = /^(me|-?\d{1,2}(\.\d{1,9})?,-?\d{1,3}(\.\d{1,9})?)$/

const near = z
  .pipe(
    z.string().check(z.regex(nearForm, { error: encodeFieldError('near_not_valid') })),
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

/** Miles. The maximum is more than half the Earth's circumference, so it excludes nothing. */
const miles = (name: string) => numberParameter(name, 0, 13_000, /^\d{1,5}(\.\d{1,3})?$/)

/** A text in name, city, state and ZIP, with words in any order and forgiving their spelling. */
const searchText = z.optional(text('search', 200, { min: 0 }))

/** Without any parameter, the answer is the whole list, as the specification has it; with one or more, a page. */
const listQuery = z.object({
  near: z.optional(near),
  radius: z.optional(miles('radius')),
  /** Miles. If nothing is within `radius`, the closest items within this distance are returned as suggestions. */
  otherwiseWithin: z.optional(miles('otherwiseWithin')),
  /** If few match, the first page also has suggestions, after the matches. */
  q: searchText,
  limit,
  cursor,
})

/** The same for masjids, and what is open there for a calling khateeb. */
const masjidListQuery = z.extend(listQuery, {
  /** `shown`: each card says on which dates the khateeb may request a slot. `only`: others are not listed, either. */
  openSlots: z.optional(z.enum(['shown', 'only'])),
  /** With `openSlots=only`: on this date. */
  openOn: z.optional(calendarDate),
  /** With `openSlots`: only slots for which the masjid asks for this language count. */
  language: z.optional(language),
})

const list = { access: { khateeb: true, masjid: true }, query: listQuery, paged: true } as const

export const getMasjids = endpoint('GET', '/get_masjids', {
  ...list,
  query: masjidListQuery,
  output: z.array(masjidCard),
})

/**
 * A masjid doesn't find those whom it has marked as not wanted. With a slot of the calling masjid, each page says who is free for it, and
 * has those first; of these, first those whom the masjid has approved.
 */
export const getKhateebs = endpoint('GET', '/get_khateebs', {
  ...list,
  query: z.extend(listQuery, { slotId: z.optional(id('slotId')) }),
  output: z.array(khateebCard),
  failures: ['not_found'],
})

/**
 * `email` and `emailVerified` are sent to signed-in callers only. Khutbahs are paged, soonest first. A page has at most `khutbahs` dates (default
 * 100) and at most 60 slots, without splitting a date. With `date`, only that date's khutbah is returned,
 * also while its last service is under way.
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
    /** The masjid takes requests only from khateebs whom it has approved. */
    approvedOnly: z.boolean(),
    /** The calling khateeb has asked it for approval. */
    askedForApproval: z.boolean(),
    /** The calling khateeb has blocked this masjid. */
    blocked: z.boolean(),
    /** Pending proposals between this masjid and the calling khateeb. */
    pendingWithYou: pendingProposalsOfPair,
    /** The limits of the calling khateeb, and the distance to the masjid, to explain `beyondYourLimits`; null for other callers. */
    yourLimits: z.nullable(
      z.object({
        miles: z.number(),
        maxMiles: z.nullable(z.number()),
        maxAMonth: z.nullable(z.number()),
        weeksBetween: z.nullable(z.number()),
      }),
    ),
  }),
  failures: ['not_found'],
  paged: true,
})

/** Dates in the details of a khateeb, as a masjid sees them: YYYY-MM-DD. */
const khutbahDate = z.string()

/**
 * `phone` is null if the phone rule hides it from the caller. For a masjid, `phoneReason` says why it sees the phone, and
 * `nextPhoneWindow` when it will see it, if the khateeb is confirmed for a later date.
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
    /** Pending proposals between this khateeb and the calling masjid. */
    pendingWithYou: pendingProposalsForMasjid,
    /** Whether the khateeb is free for each open slot of the calling masjid: the next 200. */
    availability: z.array(z.extend(slotAvailability, { slotId: z.string() })),
    phone: z.nullable(z.string()),
    phoneReason: z.nullable(z.object({ why: z.enum(['requested', 'confirmed']), khutbahDate })),
    nextPhoneWindow: z.nullable(z.object({ khutbahDate, from: z.string() })),
  }),
  failures: ['not_found'],
})

/** Why a masjid can't invite a khateeb to a slot now, as the call that invites would refuse it. */
const cannotInvite = z.enum([
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
 * The khateebs whom the calling masjid may ask for one of its slots: the closest 200 within 50 miles, or of those that `q` finds. Those who
 * are free come first, then those beyond their limits, then those who can't come; of each, first those whom the masjid has approved, then
 * the closest. Those whom it has marked as not wanted are left out.
 */
export const getKhateebsForSlot = endpoint('GET', '/masjids/{uid}/khateebs_for_slot', {
  access: { masjid: 'uid' },
  params: z.object({ uid: ownUid('uid') }),
  query: z.object({ slotId: id('slotId'), q: searchText, limit, cursor }),
  output: z.object({
    /**
     * How many khateebs are judged together, and how many of them are free: up to 200 whom the masjid has approved, and the closest 200, of
     * which the free ones come first. If `areMore`, the pages after those go on with the next closest, in the same way.
     */
    count: z.number(),
    freeCount: z.number(),
    areMore: z.boolean(),
    khateebs: z.array(
      z.object({
        ...publicFields,
        firstName: z.string(),
        lastName: z.string(),
        emailVerified: z.boolean(),
        /** In miles. */
        distance: z.number(),
        /** The search text does not match, but resembles the name and the city. */
        isSuggestion: z.boolean(),
        /** ISO 639-1 codes. */
        languages: z.array(z.string()),
        /** The date of his last khutbah at the masjid; null without one. */
        lastHere: z.nullable(z.string()),
        availability: slotAvailability,
        /** The masjid has approved him. */
        approved: z.boolean(),
        cannotInvite: z.nullable(cannotInvite),
      }),
    ),
  }),
  failures: ['not_found'],
  paged: true,
})

const uidParam = z.object({ uid: ownUid('uid') })
const ofKhateeb = { access: { khateeb: 'uid' }, params: uidParam, output: khateebRecord } as const
const ofMasjid = { access: { masjid: 'uid' }, params: uidParam, output: masjidRecord } as const

export const getUser = endpoint('GET', '/users/{uid}', {
  ...ofKhateeb,
  name: 'get_user',
  query: z.object({
    invites: listLimitParameter('invites'),
    sentRequests: listLimitParameter('sentRequests'),
  }),
})

export const updateUser = endpoint('PATCH', '/users/{uid}', {
  ...ofKhateeb,
  name: 'update_user',
  // Absent fields stay unchanged.
  body: z.partial(z.object(khateebProfileFields)),
})

export const getMasjid = endpoint('GET', '/masjids/{uid}', {
  ...ofMasjid,
  name: 'get_masjid',
  query: z.object({
    requests: listLimitParameter('requests'),
    sentInvites: listLimitParameter('sentInvites'),
  }),
})

export const updateMasjid = endpoint('PATCH', '/masjids/{uid}', {
  ...ofMasjid,
  name: 'update_masjid',
  needs: 'owner',
  body: z.partial(z.object(masjidProfileFields)),
  failures: ['zone_overlap', 'too_many_moves'],
})

/** A masjid's past khutbahs, newest first. */
export const getArchivedKhutbahs = endpoint('GET', '/masjids/{uid}/archived_khutbahs', {
  ...ofMasjid,
  query: z.object({ limit, cursor }),
  output: z.array(archivedKhutbah),
  paged: true,
})

/**
 * Upcoming slots without a khateeb that the calling khateeb may request now, at masjids within `radius` miles (default 50): by date, then
 * the closest first. Slots are not listed if the khateeb is confirmed at an overlapping hour, has a pending invite or request for them, or
 * has used up their requests, nor are masjids with a block on either side. With `perDate`, only so many slots of each date, and no
 * further pages.
 */
export const getOpenSlots = endpoint('GET', '/users/{uid}/open_slots', {
  access: { khateeb: 'uid' },
  params: uidParam,
  query: z.object({
    radius: z.optional(miles('radius')),
    date: z.optional(calendarDate),
    /** Only slots for which the masjid asks for this language. */
    language: z.optional(language),
    perDate: z.optional(numberParameter('perDate', 1, 100, /^\d{1,3}$/)),
    limit,
    cursor,
  }),
  output: z.array(openSlot),
  paged: true,
})
