import type { Tx } from '../database/database.ts'
import { splitIntoBatches } from '../database/in-batches.ts'
import type { PersonalLetter } from './content/letter.ts'

/**
 * A letter to a person, and the recipient's address. (Use `queueNews` for news, which goes to parties.) The address comes from the
 * database. Only an invitation, or a letter that asks to confirm an address, may use an address from a request.
 */
export interface AddressedLetter {
  readonly to: string
  readonly letter: PersonalLetter
}

/** Queues letters in the transaction of the change that they report. So they are sent if and only if the transaction commits. */
export async function queueLetters(tx: Tx, letters: readonly AddressedLetter[]): Promise<void> {
  const rows = letters.map(({ to, letter }) => ({
    recipient: to,
    kind: letter.kind,
    props: JSON.stringify(letter.props),
  }))
  for (const batch of splitIntoBatches(rows)) await tx.insertInto('letters').values(batch).execute()
}
