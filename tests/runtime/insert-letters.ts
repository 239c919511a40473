import type { Queryable } from '../../server/database/database.ts'
import { splitIntoBatches } from '../../server/database/in-batches.ts'
import type { Letter } from '../../server/letters/content/letter.ts'

/** Queues letters of any kind to any addresses. The news in them has no party, so tests of the outbox need no accounts. */
export async function insertLetters(
  db: Queryable,
  letters: readonly { readonly to: string; readonly letter: Letter }[],
): Promise<void> {
  const rows = letters.map(({ to, letter: { kind, props } }) => ({
    recipient: to,
    kind,
    props: JSON.stringify(props),
  }))
  for (const batch of splitIntoBatches(rows)) await db.insertInto('letters').values(batch).execute()
}
