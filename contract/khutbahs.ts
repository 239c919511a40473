import * as z from 'zod/mini'
import type { Language } from './availability-choices.ts'
import { language } from './availability-schemas.ts'
import { earlierActField } from './earlier-act.ts'
import { endpoint } from './endpoint.ts'
import { encodeFieldError } from './field-error-encoding.ts'
import {
  bodyListLimit,
  calendarDate,
  cursor,
  id,
  limit,
  listOf,
  ownUid,
  text,
  timeOfDay,
  wholeNumber,
} from './fields.ts'
import { confirmedKhutbah, pastKhutbah } from './khutbah-schemas.ts'
import { changeOutcome } from './outcome-schemas.ts'
import { slotChecks, slotFields } from './slot-fields.ts'

/** The khateeb of a new slot. Must be empty, `None` or `N/A`, because only an accepted proposal fills a slot. */
const noKhateeb = z.optional(
  z.nullable(
    z
      .string()
      .check(
        z.refine((name) => /^(none|n\/a)?$/i.test(name.trim()), { error: encodeFieldError('slot_filled') }),
      ),
  ),
)

export const maxSlotNoteLength = 500

/** The language of the khutbah (null for any), and a note for the khateeb, for example about parking, attire or length. */
const slotWords = {
  language: z.optional(z.nullable(language)),
  note: z.optional(text('note', maxSlotNoteLength, { min: 0, lines: true })),
}

type SentTime = string | { readonly time: string }
interface PostedSlot {
  readonly time: SentTime
  readonly khateeb?: string | null | undefined
  readonly language?: Language | null | undefined
  readonly note?: string | undefined
}

/** A new slot. A plain time means the same as `{ time }`. */
const postedSlot = z.pipe(
  z.transform((slot: string | PostedSlot): PostedSlot => (typeof slot === 'string' ? { time: slot } : slot)),
  z.object(
    { time: timeOfDay, khateeb: noKhateeb, ...slotWords },
    { error: encodeFieldError('slot_without_time') },
  ),
)

export const maxSlotsPerDate = 24

/**
 * The most upcoming slots of a masjid: enough for nine services on each Friday of the next two years. A masjid's own record has all its
 * upcoming slots, so their number needs a limit.
 */
export const maxUpcomingSlots = 1_000

/** The most weeks that one call can post: a year of Fridays. */
export const maxWeeksToPost = 53

/** Posts slots on a date, or on the same weekday of several weeks. Slots that already exist stay unchanged. */
export const addKhutbah = endpoint('POST', '/add_khutbah', {
  access: { masjid: 'masjidUid' },
  body: z.object({
    masjidUid: ownUid('masjidUid'),
    date: calendarDate,
    times: z.array(postedSlot, { error: encodeFieldError('times_required') }).check(
      z.minLength(1, { error: encodeFieldError('times_empty') }),
      z.maxLength(maxSlotsPerDate, {
        error: encodeFieldError('times_too_many', { limit: maxSlotsPerDate }),
      }),
    ),
    /** The number of weeks for which to post the times, each on the same weekday. The default is 1. */
    weeks: z.optional(wholeNumber('weeks', 1, maxWeeksToPost)),
  }),
  output: z.object({
    /** The times, HH:MM, for which the call has posted a slot on at least one date. */
    added: z.array(z.string()),
    /** The times, HH:MM, that already had a slot on at least one date. */
    existing: z.array(z.string()),
    /** The slots of `added` and `existing` on all dates. `isNew`: the call has posted the slot. */
    slots: z.array(z.object({ slotId: z.string(), date: z.string(), time: z.string(), isNew: z.boolean() })),
    ...earlierActField,
  }),
})

/** The most slots that one call may move, describe or remove: a year of Fridays. */
export const maxSlotsAtOnce = 53

/**
 * The ids of the assignments that the caller saw at the slots to remove. The call fails if a slot has a different assignment by now,
 * because it would otherwise remove a khateeb without the caller's knowledge. Without this field, the call removes any confirmed khateeb.
 */
const seenAssignments = z.optional(listOf('seenAssignments', id('seenAssignments'), maxSlotsAtOnce, 0))

export const removeSlot = endpoint('POST', '/remove_slot', {
  access: { masjid: 'masjidUid' },
  body: z.object({ masjidUid: ownUid('masjidUid'), ...slotFields, seenAssignments }).check(...slotChecks),
  output: z.extend(changeOutcome, earlierActField),
  failures: ['not_found', 'slot_past', 'assignment_changed'],
})

/**
 * Removes several slots, all or none. If a slot can't be removed, the failure names it. A khateeb of several of these slots gets one
 * letter. Slots that are already removed cause no failure.
 */
export const removeSlots = endpoint('POST', '/remove_slots', {
  access: { masjid: 'masjidUid' },
  body: z.object({
    masjidUid: ownUid('masjidUid'),
    slotIds: listOf('slotIds', id('slotIds'), maxSlotsAtOnce),
    seenAssignments,
  }),
  output: z.object({
    changed: z.boolean(),
    /** The number of removed slots. */
    removed: z.number(),
    ...earlierActField,
  }),
  failures: ['not_found', 'slot_past', 'assignment_changed'],
})

/**
 * Changes the language or the note of several upcoming slots, all or none. If a slot can't be changed, the failure names it. Absent
 * fields stay unchanged. A khateeb who is confirmed for several of these slots gets one letter.
 */
export const describeSlots = endpoint('POST', '/describe_slots', {
  access: { masjid: 'masjidUid' },
  body: z.object({
    masjidUid: ownUid('masjidUid'),
    slotIds: listOf('slotIds', id('slotIds'), maxSlotsAtOnce),
    ...slotWords,
  }),
  output: z.extend(changeOutcome, earlierActField),
  failures: ['not_found', 'slot_past'],
})

/**
 * Returns the masjid's upcoming slots as a CSV file for a spreadsheet. The server also offers the file itself at `/masjids/me/season.csv`,
 * for plain links.
 */
export const getSeasonFile = endpoint('GET', '/masjids/{uid}/season_file', {
  access: { masjid: 'uid' },
  params: z.object({ uid: ownUid('uid') }),
  output: z.object({ file: z.string() }),
})

/** Lists the upcoming slots for which the calling khateeb is confirmed, soonest first. Only reads, although it is a POST. */
export const getMyKhutbahs = endpoint('POST', '/get_my_khutbahs', {
  access: { khateeb: 'khateebUid' },
  needs: 'viewer',
  accountLimit: undefined,
  body: z.object({ khateebUid: ownUid('khateebUid'), limit: z.optional(bodyListLimit) }),
  output: z.array(confirmedKhutbah),
})

/**
 * Lists the calling khateeb's khutbahs whose hour is over, newest first. `years` has the number of these khutbahs in each calendar year.
 */
export const getPastKhutbahs = endpoint('GET', '/users/{uid}/past_khutbahs', {
  access: { khateeb: 'uid' },
  params: z.object({ uid: ownUid('uid') }),
  query: z.object({ limit, cursor }),
  output: z.object({
    /** One item for each year, the newest first. */
    years: z.array(z.object({ year: z.number(), count: z.number() })),
    khutbahs: z.array(pastKhutbah),
  }),
  paged: true,
})

/** Returns whether a khateeb is confirmed at a masjid on a date. Only reads, although it is a POST. */
export const checkKhateebAssignment = endpoint('POST', '/check_khateeb_assignment', {
  access: { khateeb: 'khateebId', masjid: 'masjidUid' },
  needs: 'viewer',
  accountLimit: undefined,
  body: z.object({
    masjidUid: ownUid('masjidUid'),
    khateebId: ownUid('khateebId'),
    khutbahDate: calendarDate,
  }),
  output: z.object({ isAssigned: z.boolean() }),
})
