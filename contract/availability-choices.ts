/** The languages in which a khateeb may say that he speaks, as ISO 639-1 codes. */
export const languageCodes = [
  'am',
  'ar',
  'bn',
  'bs',
  'en',
  'es',
  'fa',
  'fr',
  'ha',
  'hi',
  'id',
  'ku',
  'ms',
  'pa',
  'ps',
  'ru',
  'so',
  'sq',
  'sw',
  'tr',
  'ur',
  'wo',
  'zh',
] as const

export type Language = (typeof languageCodes)[number]

/**
 * Why a khateeb is not free for a slot, the strictest first: he is confirmed elsewhere at that hour, away, the masjid is farther than he
 * drives, he can hardly get there from another khutbah in time, or from there to it, he has his khutbahs for the month, his visit would be too soon before or after another one there, or he is not asked at short
 * notice.
 */
export const availabilityRules = [
  'booked',
  'away',
  'too_far',
  'hard_to_reach',
  'month_full',
  'too_soon',
  'short_notice',
] as const

/** The rules by which an invite is refused. */
export const inviteRules = ['away', 'too_far'] as const

/** How many dates a khateeb can be away on, from today to two years ahead. */
export const maxAwayDates = 366
