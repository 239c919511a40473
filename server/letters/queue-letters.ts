import { inBatches } from '../database/insert-batches.ts'
import type { Tx } from '../database/database.ts'
import type { Letter } from './letter.ts'

/** A letter and the address, from the record, that it goes to. */
export interface AddressedLetter {
  readonly to: string
  readonly letter: Letter
}

/** Queues letters in the transaction of the change they tell of: they go out if, and only if, it is committed. */
export async function queueLetters(tx: Tx, letters: readonly AddressedLetter[]): Promise<void> {
  const rows = letters.map(({ to, letter }) => ({
    recipient: to,
    kind: letter.kind,
    props: JSON.stringify(letter.props),
  }))
  for (const batch of inBatches(rows)) await tx.insertInto('letters').values(batch).execute()
}
