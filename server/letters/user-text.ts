/**
 * Marks that turn the reading direction of all that follows: left in a name they would scramble the rest of the
 * line, or close the isolate that we set around it (Unicode Standard Annex 9, explicit directional formatting).
 */
const turning = /[\u202a-\u202e\u2066-\u2069]/gu

const breaking = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu

const rightToLeft =
  /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}|\p{Script=Adlam}/u

const firstStrongIsolate = '\u2068'
const popIsolate = '\u2069'

/** Somebody's words on one line: no line breaks, no control characters, no marks that turn the direction. */
export function oneLine(words: string): string {
  return words.replace(turning, '').replace(breaking, ' ').trim()
}

/** Somebody's words line by line, each as `oneLine` has it; at most one empty line in a row. */
export function splitLines(words: string): readonly string[] {
  const lines = words.split(/\r\n|[\n\r\u2028\u2029]/u).map(oneLine)
  return lines.filter((line, index) => line !== '' || (index > 0 && lines[index - 1] !== ''))
}

/** Words for plain text, where right-to-left ones need marks around them to keep to themselves. */
export function isolateDirection(words: string): string {
  return rightToLeft.test(words) ? `${firstStrongIsolate}${words}${popIsolate}` : words
}

// Making one takes a millisecond, a hundred times as long as the rest of a letter.
const characters = new Intl.Segmenter('en')

/** At most `most` characters as people count them; what is cut off is told by an ellipsis. */
export function truncate(words: string, most: number): string {
  if (words.length <= most) return words
  const segments = [...characters.segment(words)]
  if (segments.length <= most) return words
  const kept = segments.slice(0, most - 1).map(({ segment }) => segment)
  return `${kept.join('').trimEnd()}…`
}
