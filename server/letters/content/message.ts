import { oneLine } from './user-text.ts'

/** Text that a user chose, such as a name. Renderers isolate it, so that it cannot change the text around it. */
interface UserText {
  readonly userText: string
}

/** A line of a letter: our own text mixed with users' text. */
export type Line = readonly (string | UserText)[]

/** A link below a row. `to` is the path of a screen, or the URL of another site. */
export interface Link {
  readonly label: Line
  readonly to: `/${string}` | `https://${string}`
}

/** A row of a letter's table. */
export interface DetailRow {
  readonly label: string
  readonly value: Line
  readonly links?: readonly Link[]
  /** Whether a gap separates the row from the one before. */
  readonly startsGroup?: boolean
}

/** The content of a letter, from which both the plain text and the HTML are rendered. */
export interface Message {
  readonly subject: Line
  /** The name in the greeting. Absent if only the address is known. */
  readonly recipientName?: string
  readonly paragraphs: readonly Line[]
  /** A short table. */
  readonly facts?: readonly DetailRow[]
  /** Those facts that a digest repeats below the subject. */
  readonly digestFacts?: readonly DetailRow[]
  /** A user's own words, unabridged. */
  readonly quote?: { readonly from: string; readonly words: string }
  /** The call to action, and the path of its screen. */
  readonly button: { readonly label: string; readonly path: `/${string}` }
  /** An additional hint, shown last in smaller print. */
  readonly note?: Line
  /** For a recipient who may have no account: the link with which they get no more such letters. */
  readonly optOut?: { readonly label: string; readonly path: `/${string}` }
}

/** The templates of letters, by kind. */
export type Templates<Props> = { readonly [Kind in keyof Props]: (props: Props[Kind]) => Message }

/** A template tag for lines. Every interpolated value counts as user text, and is reduced to one line. */
export function line(parts: TemplateStringsArray, ...userTexts: readonly string[]): Line {
  return parts.flatMap((part, index) => {
    const userText = userTexts[index - 1]
    const pieces = userText === undefined ? [part] : [{ userText: oneLine(userText) }, part]
    return pieces.filter((piece) => piece !== '')
  })
}
