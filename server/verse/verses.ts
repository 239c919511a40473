import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fileOfServer } from '../files.ts'

/** One whole verse. `arabic` is Uthmani script and must never be normalised: NFC moves its marks. */
export type Verse = {
  /** `surah:ayah`. */
  readonly key: string
  /** As people say it: `Al-Jumu'ah 62:9`. */
  readonly reference: string
  readonly arabic: string
  readonly english: string
}

/** The translation that `english` is taken from; named wherever it is shown. */
export const TRANSLATION = 'Saheeh International'

/** Reads a generated file. Throws one sentence that tells what to run when it cannot be read. */
export function readVerses(file: URL): readonly Verse[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    const path = fileURLToPath(file)
    throw new Error(`The verses ${path} cannot be read: run \`npx tsx tools/build-data.ts\`.`, { cause })
  }
  const { verses }: { verses: readonly Verse[] } = JSON.parse(text)
  return Object.freeze(verses.map((verse) => Object.freeze(verse)))
}

let loaded: readonly Verse[] | undefined

/** The chosen verses in the order of the mushaf, read on the first call and kept. Throws as readVerses. */
export function verses(): readonly Verse[] {
  loaded ??= readVerses(fileOfServer('verse/verses.generated.json'))
  return loaded
}

/**
 * The verse that a random number in [0, 1) points at, each with an equal share.
 * Throws a RangeError for a number outside [0, 1).
 */
export function pickVerse(random: number): Verse {
  const all = verses()
  const verse = all[Math.floor(random * all.length)]
  if (!verse) throw new RangeError(`${random} is not in [0, 1).`)
  return verse
}
