import type { Dispatcher } from '../../server/letters/dispatcher.ts'

/** Claims all letters that are due, and waits until each was sent, postponed or given up. Gives the number of claims. */
export async function sendDueLetters(dispatcher: Dispatcher): Promise<number> {
  let total = 0
  for (let taken = await dispatcher.startDue(); taken > 0; taken = await dispatcher.startDue()) {
    total += taken
    await dispatcher.settled()
  }
  return total
}
