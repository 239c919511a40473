import './verse.css'
import { randomAyah } from '../../contract/verse.ts'
import { call } from '../app/api-call.ts'

/** A verse of the Quran with its translation, reference and translator. */
export interface QuranVerse {
  readonly arabic: string
  readonly english: string
  readonly reference: string
  readonly translator: string
}

/** Loads a random verse and its font. Resolves with undefined if the verse is incomplete, and rejects if the call fails. */
export async function fetchVerse(): Promise<QuranVerse | undefined> {
  const verse = await call(randomAyah, {})
  const arabic = verse.uthmani_script?.verses?.[0]?.text_uthmani
  const translation = verse.translation?.translations?.[0]
  if (!arabic || !translation?.text) return undefined
  // Waits for the font. Without it, the verse could show as boxes at first, and the later font would move the content below.
  await document.fonts.load('2rem "Amiri Quran"', arabic).catch(() => {
    // If the font fails to load, the verse shows in a system font.
  })
  return {
    arabic,
    english: translation.text,
    reference: verse.reference,
    translator: translation.resource_name,
  }
}
