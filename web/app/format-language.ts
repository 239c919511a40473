// The formatter is created on first use, because creating it is slow.
let names: Intl.DisplayNames | undefined

/** Returns the English name of a language, by its ISO 639-1 code. */
export function formatLanguage(code: string): string {
  names ??= new Intl.DisplayNames('en-US', { type: 'language' })
  return names.of(code) ?? code
}
