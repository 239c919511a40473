import type { NewsLanguage } from '../../../domain/news/delivery.ts'

/** A value that each language writes differently, such as a date. */
export type LocalizedText = (language: NewsLanguage) => string

/** A value in a sentence. A string counts as text that a user chose, such as a name. */
type Value = string | number | LocalizedText | Line

/**
 * A sentence or label of a letter that is not yet written in a language. `text` is our English text with a placeholder for each value, for
 * example `{0} declined your invite for {1}`. This text is also the key of the translations.
 */
export interface Line {
  readonly text: string
  readonly values: readonly Value[]
}

/** A link below a row. `to` is the path of a screen, or the URL of another site. */
export interface Link {
  readonly label: Line
  readonly to: `/${string}` | `https://${string}`
}

/** A row of a letter's table. */
export interface DetailRow {
  readonly label: Line
  readonly value: Line
  readonly links?: readonly Link[]
  /** Whether a gap separates the row from the previous row. */
  readonly startsGroup?: boolean
}

/** The content of a letter. Both the plain text and the HTML are rendered from it. */
export interface Message {
  readonly subject: Line
  /** The name in the greeting. Absent if only the address is known. */
  readonly recipientName?: string
  readonly paragraphs: readonly Line[]
  /** A short table. */
  readonly facts?: readonly DetailRow[]
  /** The facts that a digest repeats below the subject. */
  readonly digestFacts?: readonly DetailRow[]
  /** A user's own words, unabridged. */
  readonly quote?: { readonly from: string; readonly words: string }
  /** The call to action, and the path of its screen. */
  readonly button: { readonly label: Line; readonly path: `/${string}` }
  /** An additional hint, shown last in smaller print. */
  readonly note?: Line
  /** The link with which a recipient who may have no account stops further letters of this kind. */
  readonly optOut?: { readonly label: Line; readonly path: `/${string}` }
}

export type Templates<Props> = { readonly [Kind in keyof Props]: (props: Props[Kind]) => Message }

/** A template tag that creates a `Line`. Every interpolated string counts as user text. */
export function line(parts: TemplateStringsArray, ...values: readonly Value[]): Line {
  return { text: parts.reduce((text, part, index) => `${text}{${index - 1}}${part}`), values }
}
