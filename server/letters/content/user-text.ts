import type { NewsLanguage } from '../../../domain/news/delivery.ts'

/**
 * Unicode characters that change the text direction. A name with them would scramble the rest of the line, or end the isolate that we put
 * around the name (Unicode Standard Annex 9, explicit directional formatting).
 */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/gu

const whitespaceAndControls = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu

const rightToLeftScript =
  /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}|\p{Script=Adlam}/u

const firstStrongIsolate = '\u2068'
const popIsolate = '\u2069'

/** Returns the direction in which a language is written. */
export function directionOf(language: NewsLanguage): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}

/** Reduces text to one line: line breaks and control characters become spaces, and `directionMarks` are removed. */
export function oneLine(text: string): string {
  return text.replace(directionMarks, '').replace(whitespaceAndControls, ' ').trim()
}

/** Splits text into lines, each cleaned by `oneLine`. Collapses consecutive empty lines into one. */
export function splitLines(text: string): readonly string[] {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/u).map(oneLine)
  return lines.filter((line, index) => line !== '' || (index > 0 && lines[index - 1] !== ''))
}

/**
 * Puts isolate marks around text that may have another direction than the language. So this text does not reorder the plain text around it.
 */
export function isolateDirection(text: string, language: NewsLanguage): string {
  const mayDiffer = text !== '' && (directionOf(language) === 'rtl' || rightToLeftScript.test(text))
  return mayDiffer ? `${firstStrongIsolate}${text}${popIsolate}` : text
}

// Shared, because creating a segmenter takes a millisecond. Rendering the rest of a letter takes a hundredth of that.
const graphemeSegmenter = new Intl.Segmenter('en')

/** Truncates text to at most `max` graphemes, the last of which is an ellipsis. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text
  const segments = [...graphemeSegmenter.segment(text)]
  if (segments.length <= max) return text
  const kept = segments.slice(0, max - 1).map(({ segment }) => segment)
  return `${kept.join('').trimEnd()}…`
}
