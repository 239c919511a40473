import { accountLetters } from './account-letters.ts'
import { digest } from './digest.ts'
import type { Letter, LetterKind, Letters } from './letter.ts'
import type { Message, Templates } from './message.ts'
import { newsForKhateebs } from './news-for-khateebs.ts'
import { newsForMasjids } from './news-for-masjids.ts'

const templates: Templates<Letters> = {
  ...accountLetters,
  ...newsForKhateebs,
  ...newsForMasjids,
  gathered: ({ letters }) => digest(letters.map((letter) => ({ letter, message: messageOf(letter) }))),
}

/** Builds the message of a letter with the template of its kind. */
export function messageOf<Kind extends LetterKind>(letter: {
  readonly kind: Kind
  readonly props: Letters[Kind]
}): Message {
  return templates[letter.kind](letter.props)
}

/** Whether this version knows the kind of an outbox row. Relies on `queueLetters` for valid props. */
export function isLetter(row: { readonly kind: string; readonly props: unknown }): row is Letter {
  return Object.hasOwn(templates, row.kind)
}
