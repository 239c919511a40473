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

/** How many dates a khateeb can be away on, from today to two years ahead. */
export const maxAwayDates = 366
