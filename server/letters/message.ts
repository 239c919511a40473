import { oneLine } from './user-text.ts'

/** Words that somebody else chose: a name, a city. They are set apart, so that they never change what stands around. */
interface UserText {
  readonly said: string
}

/** A line of a letter: our own words, and words that somebody else chose. */
export type Line = readonly (string | UserText)[]

/** What a letter says, before it is set as text or as HTML: one source, so that both say the same. */
export interface Message {
  readonly subject: Line
  /** Whom it speaks to. */
  readonly greeted: string
  readonly paragraphs: readonly Line[]
  /** The facts at a glance, in the order they are read. */
  readonly facts?: readonly Fact[]
  /** Somebody's own words, passed on whole. */
  readonly quote?: { readonly from: string; readonly words: string }
  /** The one thing to do, and the path of the screen where it is done. */
  readonly button: { readonly label: string; readonly path: `/${string}` }
  /** What is good to know besides. */
  readonly notes?: readonly Line[]
}

export interface Fact {
  readonly label: string
  readonly value: Line
}

/** Writes a line; whatever is put in counts as words that somebody else chose, on one line. */
export function say(parts: TemplateStringsArray, ...said: readonly string[]): Line {
  return parts.flatMap((part, index) => {
    const words = said[index - 1]
    const pieces = words === undefined ? [part] : [{ said: oneLine(words) }, part]
    return pieces.filter((piece) => piece !== '')
  })
}
