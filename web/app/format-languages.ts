import { formatList } from './format.ts'

/** ISO 639-1 codes as `Arabic and English`. */
export function formatLanguages(codes: readonly string[]): string {
  const names = new Intl.DisplayNames('en-US', { type: 'language' })
  return formatList(codes.map((code) => names.of(code) ?? code))
}
