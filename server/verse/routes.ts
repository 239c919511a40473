import { randomAyah } from '../../contract/verse.ts'
import { publicRoute, type Route } from '../http/route.ts'
import { pickVerse, translationName } from './verses.ts'

export function verseRoutes(): Route[] {
  return [
    publicRoute(randomAyah, async () => {
      const { key, reference, arabic, english } = pickVerse(Math.random())
      // The product's specification (see docs/conformance.md) gives this shape.
      return {
        uthmani_script: { verses: [{ text_uthmani: arabic, verse_key: key }] },
        translation: { translations: [{ text: english, resource_name: translationName }] },
        reference,
      }
    }),
  ]
}
