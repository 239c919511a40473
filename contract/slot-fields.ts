import * as z from 'zod/mini'
import { encodeFieldError } from './field-error-encoding.ts'
import { calendarDate, id, instant, timeOfDay } from './fields.ts'

/**
 * The input fields that identify a slot of the calling masjid, by its id or by its current date and time. With an id, the date and time are
 * ignored.
 */
export const slotFields = {
  slotId: z.optional(z.nullable(id('slotId'))),
  khutbahDate: z.optional(calendarDate),
  khutbahTime: z.optional(timeOfDay),
}

/** Like `slotFields`, for callers other than the masjid. With a slot id, `masjidUid` is optional, but must be the masjid of that slot. */
export const slotFieldsWithMasjid = { masjidUid: z.optional(id('masjidUid')), ...slotFields }

/** The start of the slot that the caller saw. With this field, the call fails if the slot has moved since. */
export const seenStart = z.optional(z.nullable(instant('seenStart')))

type SlotField = 'masjidUid' | 'khutbahDate' | 'khutbahTime' | 'date' | 'time'
type SlotReferenceBody = { readonly [Field in SlotField | 'slotId']?: string | null | undefined }

function requiredFieldCheck(field: SlotField, error: string) {
  return z.refine<SlotReferenceBody>((body) => typeof body.slotId === 'string' || body[field] !== undefined, {
    path: [field],
    error,
  })
}

/** Checks that a body with `slotFields` identifies a slot. */
export const slotChecks = [
  requiredFieldCheck('khutbahDate', encodeFieldError('date_required')),
  requiredFieldCheck('khutbahTime', encodeFieldError('time_required')),
] as const

/** Like `slotChecks`, for a body whose fields are named `date` and `time`. */
export const slotChecksWithShortFieldNames = [
  requiredFieldCheck('date', encodeFieldError('date_required')),
  requiredFieldCheck('time', encodeFieldError('time_required')),
] as const

/** Checks that a body with `slotFieldsWithMasjid` identifies a slot. */
export const masjidSlotChecks = [
  requiredFieldCheck('masjidUid', encodeFieldError('id_required', { field: 'masjidUid' })),
  ...slotChecks,
] as const
