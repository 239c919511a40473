// Created on first use, because that is slow.
let names: Intl.DisplayNames | undefined

/** The name of a language, by its ISO 639-1 code. */
export function formatLanguage(code: string): string {
  names ??= new Intl.DisplayNames('en-US', { type: 'language' })
  return names.of(code) ?? code
}
