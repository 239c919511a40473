import { sql } from 'kysely'
import type { Database } from '../../server/database/database.ts'
import type { LetterKind, Letters } from '../../server/letters/content/letter.ts'
import { unfoldedLetters } from './letters-and-digest-items.ts'

/** Returns the props of the letters of one kind that were queued for an address, oldest first. */
export async function queuedLetters<Kind extends LetterKind>(
  { db }: Database,
  to: string,
  kind: Kind,
): Promise<Letters[Kind][]> {
  const letters = await db
    .selectFrom(unfoldedLetters.as('l'))
    .select(sql<string>`props::text`.as('props'))
    .where('recipient', '=', to)
    .where('kind', '=', kind)
    .orderBy('created_at')
    .orderBy('number')
    .execute()
  return letters.map(({ props }) => JSON.parse(props))
}
