import { expect } from 'vitest'
import { listQueuedLetters } from '../runtime/slots.ts'
import { invariantViolations } from './invariants.ts'
import { letterDifferences } from './letter-consistency.ts'
import { type ServerPair, tally } from './server-pair.ts'

/**
 * Expects that exactly one of all calls changed something, and that its repetitions succeeded without a change. Returns
 * the index of the winning call.
 */
export function winnerOf(answers: readonly string[][]): number {
  const winners = answers.flatMap((own, index) => own.filter((it) => it === 'changed').map(() => index))
  expect(winners, `changed in ${JSON.stringify(answers.map(tally))}`).toHaveLength(1)
  const winner = winners[0] ?? 0
  expect(answers[winner]?.filter((it) => it !== 'changed' && it !== 'same')).toEqual([])
  return winner
}

/** Violated invariants, and letters that do not match the database's state. For a database without calls in progress. */
export async function inconsistencies({ database }: ServerPair): Promise<string[]> {
  return [...(await invariantViolations(database)), ...(await letterDifferences(database))]
}

/** All letters in the outbox, as `<kind> to <address>`, sorted since concurrent letters have no order. */
export async function outboxLetters({ database }: ServerPair): Promise<string[]> {
  return (await listQueuedLetters(database)).toSorted()
}
