import * as z from 'zod/mini'
import { earlierActField } from './earlier-act.ts'
import { endpoint } from './endpoint.ts'
import { calendarDate, id, listOf, numberParameter, ownUid, timeOfDay, uids } from './fields.ts'
import { maxSlotsAtOnce } from './khutbahs.ts'
import { proposalCounts } from './proposal-schemas.ts'
import { seenStart, slotChecks, slotFields } from './slot-fields.ts'

/** The new date and time of a slot, on the masjid's wall clock. */
const moveTarget = { toDate: calendarDate, toTime: timeOfDay }

/** The consequences of moving a slot. */
const moveConsequences = {
  /** Whether the confirmed khateeb stays confirmed, or is asked to confirm the new start. `none` without a confirmed khateeb. */
  assignment: z.enum(['none', 'stays_confirmed', 'asked_again']),
  /** The number of pending proposals that stay with the slot. */
  movesAlong: proposalCounts,
  /** The number of the masjid's pending proposals that close, because their khateebs would have to be in two places at once. */
  closes: proposalCounts,
}

const previewFailures = ['not_found', 'slot_past', 'slot_exists', 'khateeb_busy'] as const
const moveFailures = [...previewFailures, 'start_changed'] as const

/**
 * Moves an upcoming slot to another date or time. `seenStart` is the start that the caller saw. The call fails if the slot has moved since.
 */
export const moveSlot = endpoint('POST', '/move_slot', {
  access: { masjid: 'masjidUid' },
  body: z
    .object({
      masjidUid: ownUid('masjidUid'),
      ...slotFields,
      ...moveTarget,
      seenStart,
    })
    .check(...slotChecks),
  output: z.object({ changed: z.boolean(), ...moveConsequences, ...earlierActField }),
  failures: [...moveFailures, 'slot_moved_too_often'],
})

/** The consequences of moving several slots, as counts of slots and proposals. */
const consequencesOfSeveralMoves = {
  /** The number of slots that move. */
  moved: z.number(),
  /** The number of slots whose confirmed khateeb stays confirmed. */
  staysConfirmed: z.number(),
  /** The number of slots whose confirmed khateeb is asked to confirm the new start. */
  askedAgain: z.number(),
  movesAlong: proposalCounts,
  closes: proposalCounts,
}

/**
 * Moves several slots like `moveSlot`, all or none. If a slot can't be moved, the failure names it. Two slots may swap their times. A
 * khateeb of several of these slots gets one letter.
 */
export const moveSlots = endpoint('POST', '/move_slots', {
  access: { masjid: 'masjidUid' },
  body: z.object({
    masjidUid: ownUid('masjidUid'),
    moves: listOf(
      'moves',
      z.object({
        slotId: id('slotId'),
        ...moveTarget,
        seenStart,
      }),
      maxSlotsAtOnce,
    ),
  }),
  output: z.object({ changed: z.boolean(), ...consequencesOfSeveralMoves, ...earlierActField }),
  failures: [...moveFailures, 'slot_moved_too_often'],
})

/**
 * Returns the consequences that a move of several slots by a number of minutes would have now, and the new starts of the slots. Fails in
 * the same cases as `moveSlots` without `seenStart`, but ignores the limit on the number of moves.
 */
export const previewMoves = endpoint('GET', '/masjids/{uid}/moves_preview', {
  access: { masjid: 'uid' },
  params: z.object({ uid: ownUid('uid') }),
  query: z.object({
    moving: uids('moving', maxSlotsAtOnce),
    minutes: numberParameter('minutes', -1_440, 1_440, /^-?\d{1,4}$/),
  }),
  output: z.object({
    ...consequencesOfSeveralMoves,
    targets: z.array(z.object({ slotId: z.string(), toDate: z.string(), toTime: z.string() })),
  }),
  failures: previewFailures,
})

/**
 * Returns the consequences that a move of a slot would have now. Fails in the same cases as `moveSlot` without `seenStart`, but ignores the
 * limit on the number of moves.
 */
export const previewMove = endpoint('GET', '/masjids/{uid}/move_preview', {
  access: { masjid: 'uid' },
  params: z.object({ uid: ownUid('uid') }),
  query: z.object({ slotId: id('slotId'), ...moveTarget }),
  output: z.object({
    ...moveConsequences,
    /** The name of the confirmed khateeb; null if there is none. */
    khateebName: z.nullable(z.string()),
  }),
  failures: previewFailures,
})
