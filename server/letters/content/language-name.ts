import { perLanguage } from './local-time.ts'
import type { Localized } from './message.ts'

const names = perLanguage((locale) => new Intl.DisplayNames(locale, { type: 'language' }))

/** The name of a language by its ISO 639-1 code, in English for example `Urdu`. */
export function languageName(code: string): Localized {
  return (language) => names[language].of(code) ?? code
}
