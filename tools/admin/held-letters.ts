import type { Database } from '../../server/database/database.ts'
import { dropHeldLetters, heldLetters, releaseLetters } from '../../server/letters/restore-hold.ts'
import { table } from '../terminal/table.ts'

/** Lists, releases or drops the letters that a restore holds. Returns the report for the operator. */
export async function handleHeldLetters(
  database: Database,
  what: 'show' | 'release' | 'drop',
): Promise<string> {
  if (what === 'release') return `letters released: ${await database.transaction(releaseLetters)}`
  if (what === 'drop') return `letters dropped: ${await database.transaction(dropHeldLetters)}`
  const kinds = await heldLetters(database.reader)
  if (kinds.length === 0) return 'No letters are held.'
  return table(
    ['letters held since the restore', 'number', 'oldest', 'newest'],
    kinds.map(({ kind, count, oldest, newest }) => [
      kind.replaceAll('_', ' '),
      String(count),
      oldest.toISOString(),
      newest.toISOString(),
    ]),
  )
}
