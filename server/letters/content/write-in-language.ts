import type { NewsLanguage } from '../../../domain/news/delivery.ts'
import { arabic } from './languages/arabic.ts'
import { english } from './languages/english.ts'
import { spanish } from './languages/spanish.ts'
import type { Dictionary, Translation } from './languages/translation.ts'
import { perLanguage } from './local-time.ts'
import type { Line } from './message.ts'
import { oneLine } from './user-text.ts'

/**
 * A part of a written line: either our own text, or text that renderers must isolate, so that it cannot change the direction of the text
 * around it.
 */
type Piece = string | { readonly isolated: string }

const dictionaries: Readonly<Record<NewsLanguage, Dictionary>> = { en: english, ar: arabic, es: spanish }
const numberFormats = perLanguage((locale) => new Intl.NumberFormat(locale))
const pluralRules = perLanguage((locale) => new Intl.PluralRules(locale))

/**
 * Writes a line in a language. A line without a translation stays in English, because the news is more important to the reader than its
 * language.
 */
export function writeInLanguage({ text, values }: Line, language: NewsLanguage): readonly Piece[] {
  const translation = dictionaries[language][text] ?? text
  const count = values.find((value) => typeof value === 'number')
  // `split` puts the numbers of the placeholders at the odd indexes.
  return formFor(translation, count, language)
    .split(/\{(\d+)\}/)
    .flatMap((part, index): readonly Piece[] => {
      if (index % 2 === 0) return part === '' ? [] : [part]
      const value = values[Number(part)]
      if (value === undefined) return []
      if (typeof value === 'number') return [numberFormats[language].format(value)]
      if (typeof value === 'object') return writeInLanguage(value, language)
      return [{ isolated: oneLine(typeof value === 'string' ? value : value(language)) }]
    })
}

function formFor(translation: Translation, count: number | undefined, language: NewsLanguage): string {
  if (typeof translation === 'string') return translation
  return translation[pluralRules[language].select(count ?? 0)] ?? translation.other
}
