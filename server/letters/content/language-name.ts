import { perLanguage } from './local-time.ts'
import type { LocalizedText } from './message.ts'

const displayNames = perLanguage((locale) => new Intl.DisplayNames(locale, { type: 'language' }))

/** Returns the name of a language from its ISO 639-1 code, for example `Urdu` in English. */
export function languageName(code: string): LocalizedText {
  return (language) => displayNames[language].of(code) ?? code
}
