import * as z from 'zod/mini'
import { earlierActField } from './earlier-act.ts'
import { endpoint } from './endpoint.ts'
import { id, instant, ownUid, text } from './fields.ts'
import { changeOutcome } from './outcome-schemas.ts'
import { masjidSlotChecks, slotChecks, slotFields, slotFieldsWithMasjid } from './slot-fields.ts'

/** The id of the assignment that the caller saw. With this id, the call changes no other assignment. */
const assignmentId = z.optional(z.nullable(id('assignmentId')))

/** The reason for a withdrawal, which the masjid sees. */
export const withdrawalReason = text('reason', 500, { lines: true })

export const removeKhateeb = endpoint('POST', '/remove_khateeb', {
  access: { masjid: 'masjidUid' },
  body: z.object({ masjidUid: ownUid('masjidUid'), assignmentId, ...slotFields }).check(...slotChecks),
  output: z.extend(changeOutcome, earlierActField),
  failures: ['not_found', 'slot_past', 'assignment_changed', 'assignment_withdrawn'],
})

export const withdrawKhateeb = endpoint('POST', '/withdraw_khateeb', {
  access: { khateeb: 'khateebUid' },
  body: z
    .object({
      khateebUid: ownUid('khateebUid'),
      assignmentId,
      reason: withdrawalReason,
      ...slotFieldsWithMasjid,
    })
    .check(...masjidSlotChecks),
  output: changeOutcome,
  failures: ['not_found', 'slot_past', 'assignment_removed', 'confirmed_again'],
})

/**
 * Reconfirms a slot: the khateeb agrees to the start to which the masjid has moved the slot. `seenStart` is the start that the khateeb saw.
 * The call fails if the slot has moved again.
 */
export const reconfirmKhateeb = endpoint('POST', '/reconfirm_khateeb', {
  access: { khateeb: 'khateebUid' },
  body: z
    .object({
      khateebUid: ownUid('khateebUid'),
      assignmentId,
      seenStart: instant('seenStart'),
      ...slotFieldsWithMasjid,
    })
    .check(...masjidSlotChecks),
  output: changeOutcome,
  failures: ['not_found', 'slot_past', 'assignment_removed', 'assignment_withdrawn', 'start_changed'],
})
