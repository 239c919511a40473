import * as z from 'zod/mini'
import { availabilityRules, languageCodes } from './availability-choices.ts'

export const language = z.enum(languageCodes)

export const availabilityRule = z.enum(availabilityRules)

/**
 * Whether a khateeb is free for a slot, as the masjid sees it. `rules` has the reasons against the slot. `status` is `away` if a rule says
 * that he cannot come: he is away or booked.
 */
export const slotAvailability = z.object({
  status: z.enum(['free', 'away', 'beyond_limits']),
  rules: z.array(availabilityRule),
})

export const availabilityForSlot = z.extend(slotAvailability, { slotId: z.string() })

/** The limits of the calling khateeb that the page names when a slot exceeds them. Null if he has not set the limit. */
export const limitsShownToKhateeb = z.object({
  maxMiles: z.nullable(z.number()),
  maxAMonth: z.nullable(z.number()),
  weeksBetween: z.nullable(z.number()),
})
