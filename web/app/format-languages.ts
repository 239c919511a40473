import { formatList } from './format.ts'
import { formatLanguage } from './format-language.ts'

/** Formats ISO 639-1 codes as `Arabic and English`. */
export function formatLanguages(codes: readonly string[]): string {
  return formatList(codes.map(formatLanguage))
}
