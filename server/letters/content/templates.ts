import { accountLetters } from './account-letters.ts'
import { digest, type NewsItem } from './digest.ts'
import type { Letter, LetterKind, Letters, LetterWithNews } from './letter.ts'
import { memberLetters } from './member-letters.ts'
import type { Message, Templates } from './message.ts'
import { newsForKhateebs } from './news-for-khateebs.ts'
import { newsForMasjids } from './news-for-masjids.ts'

const templates: Templates<Letters> = {
  ...accountLetters,
  ...memberLetters,
  ...newsForKhateebs,
  ...newsForMasjids,
  gathered: ({ letters }) => {
    const { items, errors } = newsItemsOf(letters)
    return digest(items, errors.length)
  },
}

/**
 * Returns the items of a digest, and the errors of news that cannot be shown. So the reader still gets the rest of the digest, for example
 * a canceled khutbah.
 */
function newsItemsOf(letters: readonly LetterWithNews[]) {
  const items: NewsItem[] = []
  const errors: unknown[] = []
  for (const letter of letters) {
    try {
      items.push({ letter, message: messageOf(letter) })
    } catch (error) {
      errors.push(error)
    }
  }
  return { items, errors }
}

/** Returns the errors of news that a digest has to leave out; an empty list for other letters. */
export function digestItemErrors({ kind, props }: Letter): readonly unknown[] {
  return kind === 'gathered' ? newsItemsOf(props.letters).errors : []
}

/** Writes the message of a letter with the template of its kind. */
export function messageOf<Kind extends LetterKind>(letter: {
  readonly kind: Kind
  readonly props: Letters[Kind]
}): Message {
  return templates[letter.kind](letter.props)
}

/**
 * Whether this version knows the kind of an outbox row. For a digest, also whether it knows the kinds of all its news. Does not check the
 * props, because `queueLetters` and `queueNews` write only valid ones.
 */
export function isLetter(row: { readonly kind: string; readonly props: unknown }): row is Letter {
  return Object.hasOwn(templates, row.kind) && (!isDigest(row) || row.props.letters.every(isLetter))
}

type Digest = Extract<Letter, { readonly kind: 'gathered' }>

function isDigest(row: { readonly kind: string; readonly props: unknown }): row is Digest {
  return row.kind === 'gathered'
}
