import './verse.css'
import { randomAyah } from '../../contract/verse.ts'
import { call } from '../app/api-call.ts'

/** A verse of the Quran with its translation, where it stands and who translated it. */
export interface QuranVerse {
  readonly arabic: string
  readonly english: string
  readonly reference: string
  readonly translator: string
}

/** A random verse, once its font is there too; undefined when the answer lacks one of its parts. Rejects when there is no answer. */
export async function fetchVerse(): Promise<QuranVerse | undefined> {
  const answer = await call(randomAyah, {})
  const arabic = answer.uthmani_script?.verses?.[0]?.text_uthmani
  const translation = answer.translation?.translations?.[0]
  if (!arabic || !translation?.text) return undefined
  // Shown before its font, the verse would stand in boxes for a moment, and then move everything below it.
  await document.fonts.load('2rem "Amiri Quran"', arabic).catch(() => {
    // Without its font it is shown in one of the device's own.
  })
  return {
    arabic,
    english: translation.text,
    reference: answer.reference,
    translator: translation.resource_name,
  }
}
