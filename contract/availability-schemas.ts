import * as z from 'zod/mini'
import { availabilityRules, languageCodes } from './availability-choices.ts'

export const language = z.enum(languageCodes)

export const availabilityRule = z.enum(availabilityRules)

/** Whether a khateeb can lead a slot, as its masjid sees it. `rules` is empty if he is free. */
export const slotAvailability = z.object({
  status: z.enum(['free', 'away', 'beyond_limits']),
  rules: z.array(availabilityRule),
})
