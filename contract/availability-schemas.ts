import * as z from 'zod/mini'

/**
 * Why a khateeb is not free for a slot: he is confirmed elsewhere at that hour, away, the masjid is farther than he drives, he has
 * his khutbahs for the month, his visit would be too soon before or after another one there, or he is not asked at short notice.
 */
export const availabilityRule = z.enum([
  'booked',
  'away',
  'too_far',
  'month_full',
  'too_soon',
  'short_notice',
])

/** The rules of which an invite is refused. */
export const inviteRule = z.enum(['away', 'too_far'])

/** Whether a khateeb can lead a slot, as its masjid sees it. `rules` is empty if he is free. */
export const slotAvailability = z.object({
  status: z.enum(['free', 'away', 'beyond_limits']),
  rules: z.array(availabilityRule),
})
