import type { NewsLanguage } from '../../../domain/news/delivery.ts'

/** A value that is written differently in each language, such as a date. */
export type Localized = (language: NewsLanguage) => string

/** What a sentence mentions. A string is text that a user chose, such as a name. */
type Value = string | number | Localized | Line

/**
 * A sentence or label of a letter, before it is written in a language: our English text with a placeholder for each value, for example
 * `{0} declined your invite for {1}`. The English text is also the key of its translations.
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
  readonly button: { readonly label: Line; readonly path: `/${string}` }
  /** An additional hint, shown last in smaller print. */
  readonly note?: Line
  /** For a recipient who may have no account: the link with which they get no more such letters. */
  readonly optOut?: { readonly label: Line; readonly path: `/${string}` }
}

/** The templates of letters, by kind. */
export type Templates<Props> = { readonly [Kind in keyof Props]: (props: Props[Kind]) => Message }

/** A template tag for lines. Every interpolated string counts as user text. */
export function line(parts: TemplateStringsArray, ...values: readonly Value[]): Line {
  return { text: parts.reduce((text, part, index) => `${text}{${index - 1}}${part}`), values }
}
