/** The languages from which a khateeb chooses those that he speaks, as ISO 639-1 codes. */
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
 * The reasons why a khateeb is not free for a slot, the strictest first. `booked`: he is booked at that hour. `away`: he is away on the
 * date. `too_far`: the masjid is farther away than he is willing to drive. `hard_to_reach`: he can hardly travel between this khutbah and
 * another of his khutbahs in time. `month_full`: he has reached his limit of khutbahs for the month. `too_soon`: his visits to the masjid
 * would be too close together. `short_notice`: the slot is at short notice, which he doesn't accept.
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

/**
 * The rules that make an invite fail with `khateeb_unavailable`. Of the other rules, `booked` makes an invite fail with `khateeb_busy`, and
 * the rest only warn.
 */
export const khateebUnavailableRules = ['away', 'too_far'] as const

/** Whether one of the rules makes an invite fail. */
export function isInviteForbidden(rules: readonly (typeof availabilityRules)[number][]): boolean {
  return rules.some((rule) => rule === 'booked' || khateebUnavailableRules.some((it) => it === rule))
}

/** The most dates, from today to two years ahead, that a khateeb can mark as away. */
export const maxAwayDates = 366
