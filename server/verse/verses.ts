import { readGeneratedFile, serverFileUrl } from '../server-files.ts'

/** One whole verse. `arabic` is in Uthmani script and must not be normalized: NFC reorders its marks. */
export type Verse = {
  /** `surah:ayah`. */
  readonly key: string
  /** For people to read: `Al-Jumu'ah 62:9`. */
  readonly reference: string
  readonly arabic: string
  readonly english: string
}

/** The source of `english`. Each screen with a verse shows this name next to the verse. */
export const translationName = 'Saheeh International'

/** Reads a file like `verses.generated.json`. If it cannot be read, throws an error that says which command to run. */
export function readVerses(file: URL): readonly Verse[] {
  const { verses }: { verses: readonly Verse[] } = JSON.parse(readGeneratedFile('The verses', file))
  return Object.freeze(verses.map((verse) => Object.freeze(verse)))
}

let loaded: readonly Verse[] | undefined

/** Returns the chosen verses in the order of the Quran. Reads the file on the first call and caches it. Throws like readVerses. */
export function verses(): readonly Verse[] {
  loaded ??= readVerses(serverFileUrl('verse/verses.generated.json'))
  return loaded
}

/** Maps a random number in [0, 1) to a verse, all equally likely. Throws a RangeError for other numbers. */
export function pickVerse(random: number): Verse {
  const all = verses()
  const verse = all[Math.floor(random * all.length)]
  if (!verse) throw new RangeError(`${random} is not in [0, 1).`)
  return verse
}
