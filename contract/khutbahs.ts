import * as z from 'zod/mini'
import type { Language } from './availability-choices.ts'
import { language } from './availability-schemas.ts'
import { withEarlierAct } from './earlier-act.ts'
import { endpoint } from './endpoint.ts'
import { encodeFieldError } from './field-error-encoding.ts'
import {
  bodyListLimit,
  calendarDate,
  cursor,
  id,
  instant,
  limit,
  listOf,
  numberParameter,
  ownUid,
  requiresMasjidSlot,
  requiresSlot,
  slotFields,
  slotFieldsWithMasjid,
  text,
  timeOfDay,
  uids,
  wholeNumber,
} from './fields.ts'
import { confirmedKhutbah, pastKhutbah } from './khutbah-schemas.ts'
import { changeOutcome } from './output-schemas.ts'
import { proposalCounts } from './proposal-schemas.ts'

/** Must be empty, `None` or `N/A`: a slot is filled only by an accepted proposal, never when it is posted. */
const noKhateeb = z.optional(
  z.nullable(
    z
      .string()
      .check(
        z.refine((name) => /^(none|n\/a)?$/i.test(name.trim()), { error: encodeFieldError('slot_filled') }),
      ),
  ),
)

/** The most characters of a slot's note. */
export const maxSlotNoteLength = 500

/** What a masjid asks of the khateeb of a slot: the language of the khutbah (null for any), and a note: parking, attire, length. */
const slotWords = {
  language: z.optional(z.nullable(language)),
  /** Empty without one. */
  note: z.optional(text('note', maxSlotNoteLength, { min: 0, lines: true })),
}

type SentTime = string | { readonly time: string }
interface PostedSlot {
  readonly time: SentTime
  readonly khateeb?: string | null | undefined
  readonly language?: Language | null | undefined
  readonly note?: string | undefined
}

/** A bare time is short for `{ time }`. */
const postedSlot = z.pipe(
  z.transform((slot: string | PostedSlot): PostedSlot => (typeof slot === 'string' ? { time: slot } : slot)),
  z.object(
    { time: timeOfDay, khateeb: noKhateeb, ...slotWords },
    { error: encodeFieldError('slot_without_time') },
  ),
)

export const maxSlotsPerDate = 24

/** A year of Fridays. */
export const maxWeeks = 53

/** Posts slots on a date, or on the same weekday of several weeks. Times that are already posted stay. */
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
    /** For how many weeks to post the times, each on the same weekday; 1 by default. */
    weeks: z.optional(wholeNumber('weeks', 1, maxWeeks)),
  }),
  output: z.object({
    /** Times, HH:MM, that were newly posted on a date. */
    added: z.array(z.string()),
    /** Times, HH:MM, that were already posted on a date. */
    existing: z.array(z.string()),
    /** The slots at these times of all dates. `isNew` if the call has posted it. */
    slots: z.array(z.object({ slotId: z.string(), date: z.string(), time: z.string(), isNew: z.boolean() })),
    ...withEarlierAct,
  }),
})

/** How many slots a call may move or remove: a year of Fridays. */
export const maxSlotsAtOnce = 53

/**
 * The ids of the assignments that the caller saw at the slots that a call removes. If a slot has another one by then, the call fails, so that
 * no khateeb is removed unseen. Without the field, the call removes the khateeb who is confirmed.
 */
const seenAssignments = z.optional(listOf('seenAssignments', id('seenAssignments'), maxSlotsAtOnce, 0))

export const removeSlot = endpoint('POST', '/remove_slot', {
  access: { masjid: 'masjidUid' },
  body: z.object({ masjidUid: ownUid('masjidUid'), ...slotFields, seenAssignments }).check(...requiresSlot),
  output: z.extend(changeOutcome, withEarlierAct),
  failures: ['not_found', 'slot_past', 'assignment_changed'],
})

/** Where a slot moves to, on the masjid's wall clock. */
const moveTarget = { toDate: calendarDate, toTime: timeOfDay }

/** What a move does. */
const moveConsequences = {
  /** Whether the confirmed khateeb stays so, or is asked to confirm the new start. `none` without one. */
  assignment: z.enum(['none', 'stays_confirmed', 'asked_again']),
  /** The pending proposals that stay with the slot. */
  movesAlong: proposalCounts,
  /** The masjid's pending proposals that close, because their khateebs would have to be in two places at once. */
  closes: proposalCounts,
}

const previewFailures = ['not_found', 'slot_past', 'slot_exists', 'khateeb_busy'] as const
const moveFailures = [...previewFailures, 'start_changed'] as const

/** Gives an upcoming slot another date or time. `seenStart` is the start that the caller saw: if it has moved since, the call fails. */
export const moveSlot = endpoint('POST', '/move_slot', {
  access: { masjid: 'masjidUid' },
  body: z
    .object({
      masjidUid: ownUid('masjidUid'),
      ...slotFields,
      ...moveTarget,
      seenStart: z.optional(z.nullable(instant('seenStart'))),
    })
    .check(...requiresSlot),
  output: z.object({ changed: z.boolean(), ...moveConsequences, ...withEarlierAct }),
  failures: [...moveFailures, 'slot_moved_too_often'],
})

/** Removes slots, all or none: a failure says which slot it is about. A khateeb gets one letter. Those that are removed already stay so. */
export const removeSlots = endpoint('POST', '/remove_slots', {
  access: { masjid: 'masjidUid' },
  body: z.object({
    masjidUid: ownUid('masjidUid'),
    slotIds: listOf('slotIds', id('slotIds'), maxSlotsAtOnce),
    seenAssignments,
  }),
  output: z.object({
    changed: z.boolean(),
    /** How many slots the call has removed. */
    removed: z.number(),
    ...withEarlierAct,
  }),
  failures: ['not_found', 'slot_past', 'assignment_changed'],
})

/** What a move of several slots does: counts of slots and proposals. */
const consequencesOfSeveral = {
  /** Slots that move. */
  moved: z.number(),
  /** Slots whose confirmed khateeb stays so, or is asked to confirm the new start. */
  staysConfirmed: z.number(),
  askedAgain: z.number(),
  movesAlong: proposalCounts,
  closes: proposalCounts,
}

/** Moves slots, all or none, as `/move_slot` does: a failure says which slot it is about. A khateeb gets one letter. Slots may swap times. */
export const moveSlots = endpoint('POST', '/move_slots', {
  access: { masjid: 'masjidUid' },
  body: z.object({
    masjidUid: ownUid('masjidUid'),
    moves: listOf(
      'moves',
      z.object({
        slotId: id('slotId'),
        ...moveTarget,
        seenStart: z.optional(z.nullable(instant('seenStart'))),
      }),
      maxSlotsAtOnce,
    ),
  }),
  output: z.object({ changed: z.boolean(), ...consequencesOfSeveral, ...withEarlierAct }),
  failures: [...moveFailures, 'slot_moved_too_often'],
})

/**
 * Changes the language or the note of upcoming slots, all or none: a failure says which slot it is about. Absent fields stay. A khateeb who is
 * confirmed for some of them gets one letter.
 */
export const describeSlots = endpoint('POST', '/describe_slots', {
  access: { masjid: 'masjidUid' },
  body: z.object({
    masjidUid: ownUid('masjidUid'),
    slotIds: listOf('slotIds', id('slotIds'), maxSlotsAtOnce),
    ...slotWords,
  }),
  output: z.extend(changeOutcome, withEarlierAct),
  failures: ['not_found', 'slot_past'],
})

/** What moving several slots by so many minutes would do now, and where they would be. Fails as the move would, except for how often a slot may move. */
export const previewMoves = endpoint('GET', '/masjids/{uid}/moves_preview', {
  access: { masjid: 'uid' },
  params: z.object({ uid: ownUid('uid') }),
  query: z.object({
    moving: uids('moving', maxSlotsAtOnce),
    minutes: numberParameter('minutes', -1_440, 1_440, /^-?\d{1,4}$/),
  }),
  output: z.object({
    ...consequencesOfSeveral,
    targets: z.array(z.object({ slotId: z.string(), toDate: z.string(), toTime: z.string() })),
  }),
  failures: previewFailures,
})

/** What moving a slot would do now. Fails as the move would, except for how often a slot may move. */
export const previewMove = endpoint('GET', '/masjids/{uid}/move_preview', {
  access: { masjid: 'uid' },
  params: z.object({ uid: ownUid('uid') }),
  query: z.object({ slotId: id('slotId'), ...moveTarget }),
  output: z.object({
    ...moveConsequences,
    /** The confirmed khateeb's. */
    khateebName: z.nullable(z.string()),
  }),
  failures: previewFailures,
})

/** The masjid's upcoming slots as a CSV file, for a spreadsheet. A plain link to `/masjids/me/season.csv` downloads it. */
export const getSeasonFile = endpoint('GET', '/masjids/{uid}/season_file', {
  access: { masjid: 'uid' },
  params: z.object({ uid: ownUid('uid') }),
  output: z.object({ file: z.string() }),
})

/** The calling khateeb's confirmed upcoming slots, soonest first. A POST that only reads. */
export const getMyKhutbahs = endpoint('POST', '/get_my_khutbahs', {
  access: { khateeb: 'khateebUid' },
  needs: 'viewer',
  accountLimit: undefined,
  body: z.object({ khateebUid: ownUid('khateebUid'), limit: z.optional(bodyListLimit) }),
  output: z.array(confirmedKhutbah),
})

/** The calling khateeb's khutbahs whose hour is over, newest first, and their number in each year of the masjids' calendars. */
export const getPastKhutbahs = endpoint('GET', '/users/{uid}/past_khutbahs', {
  access: { khateeb: 'uid' },
  params: z.object({ uid: ownUid('uid') }),
  query: z.object({ limit, cursor }),
  output: z.object({
    /** Newest first. */
    years: z.array(z.object({ year: z.number(), count: z.number() })),
    khutbahs: z.array(pastKhutbah),
  }),
  paged: true,
})

/** Whether a khateeb is confirmed at a masjid on a date. A POST that only reads. */
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

/** The most characters of a topic. */
export const maxTopicLength = 200

/** A text in one line; empty for none. */
const topic = text('topic', maxTopicLength, { min: 0 })

/** The closest date, YYYY-MM-DD, up to 12 weeks before or after, on which another khutbah of the masjid has this topic; null without one. */
const comesAgainOn = z.nullable(z.string())

/** The calling khateeb names the topic of a khutbah that he is confirmed for, or with an empty one takes it back. */
export const nameTopic = endpoint('POST', '/name_topic', {
  access: { khateeb: 'khateebUid' },
  body: z
    .object({ khateebUid: ownUid('khateebUid'), ...slotFieldsWithMasjid, topic })
    .check(...requiresMasjidSlot),
  output: z.object({ changed: z.boolean(), comesAgainOn }),
  failures: ['not_found', 'slot_past'],
})

/** The last topics at the masjid of a khutbah that the calling khateeb is confirmed for, and whether one that he types comes again. */
export const getTopicsThere = endpoint('GET', '/users/{uid}/topics_there', {
  access: { khateeb: 'uid' },
  params: z.object({ uid: ownUid('uid') }),
  query: z.object({ slotId: id('slotId'), topic: z.optional(topic) }),
  output: z.object({ last: z.array(z.object({ date: z.string(), topic: z.string() })), comesAgainOn }),
  failures: ['not_found'],
})

/** The topics of the calling masjid's khutbahs, the latest date first. */
export const getTopics = endpoint('GET', '/masjids/{uid}/topics', {
  access: { masjid: 'uid' },
  params: z.object({ uid: ownUid('uid') }),
  query: z.object({ limit, cursor }),
  output: z.array(
    z.object({
      slotId: z.string(),
      date: z.string(),
      time: z.string(),
      topic: z.string(),
      khateeb: z.string(),
    }),
  ),
  paged: true,
})
