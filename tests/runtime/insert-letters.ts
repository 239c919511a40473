import type { Queryable } from '../../server/database/database.ts'
import { inBatches } from '../../server/database/in-batches.ts'
import type { Letter } from '../../server/letters/content/letter.ts'

/** Writes letters of any kind to any addresses. News has no party then, so that tests of the outbox need none. */
export async function insertLetters(
  reader: Queryable,
  letters: readonly { readonly to: string; readonly letter: Letter }[],
): Promise<void> {
  const rows = letters.map(({ to, letter: { kind, props } }) => ({
    recipient: to,
    kind,
    props: JSON.stringify(props),
  }))
  for (const batch of inBatches(rows)) await reader.insertInto('letters').values(batch).execute()
}
