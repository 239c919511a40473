/** Verses about mercy, guidance, patience, prayer, kindness and community. Each can be read without its context. */
const keys = `
  2:110 2:115 2:152 2:153 2:186 2:261 2:277 3:104 3:159 3:200 4:110 5:8 6:54 7:56 7:199 7:204 9:18
  9:71 9:119 9:128 10:57 11:114 13:28 14:40 16:90 16:97 16:125 16:128 17:23 17:24 20:14 21:107
  22:77 25:74 28:77 29:45 29:69 31:17 33:21 33:43 33:56 35:15 39:10 39:53 41:33 41:34 42:43 49:10
  49:13 50:16 55:60 59:18 59:22 62:9 62:10 64:11 64:16 65:7 94:6
`

/** The last characters of the translations that don't end with a full stop. */
const otherEndings = new Map<string, '?' | '."'>([
  ['6:54', '."'],
  ['17:24', '."'],
  ['25:74', '."'],
  ['39:10', '."'],
  ['39:53', '."'],
  ['41:33', '."'],
  ['55:60', '?'],
])

/**
 * The keys of the chosen verses, each with the last punctuation of its translation (Saheeh International). quran-json leaves this
 * punctuation out.
 */
export const chosenVerses: ReadonlyMap<string, '.' | '?' | '."'> = new Map(
  keys
    .trim()
    .split(/\s+/u)
    .map((key) => [key, otherEndings.get(key) ?? '.']),
)
