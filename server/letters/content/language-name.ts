import { perLanguage } from './local-time.ts'
import type { Localized } from './message.ts'

const names = perLanguage((locale) => new Intl.DisplayNames(locale, { type: 'language' }))

/** Returns the name of a language from its ISO 639-1 code, for example `Urdu` in English. */
export function languageName(code: string): Localized {
  return (language) => names[language].of(code) ?? code
}
