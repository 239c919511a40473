import { expect } from 'vitest'
import { listQueuedLetters } from '../runtime/slots.ts'
import { breaches } from './invariants.ts'
import { letterDifferences } from './letter-consistency.ts'
import { type Arena, tally } from './server-pair.ts'

/**
 * Of all calls exactly one changed something, and whoever made it again was answered that it is so. Gives the winner's
 * index; the others are for the test to look at.
 */
export function winnerOf(answers: readonly string[][]): number {
  const winners = answers.flatMap((own, index) => own.filter((it) => it === 'changed').map(() => index))
  expect(winners, `changed in ${JSON.stringify(answers.map(tally))}`).toHaveLength(1)
  const winner = winners[0] ?? 0
  expect(answers[winner]?.filter((it) => it !== 'changed' && it !== 'same')).toEqual([])
  return winner
}

/** What is wrong at rest: what must never be, and letters that don't tell what happened. */
export async function wrongs({ database }: Arena): Promise<string[]> {
  return [...(await breaches(database)), ...(await letterDifferences(database))]
}

/** Every letter in the outbox, sorted: of two that were written at once, neither is the first. */
export async function letters({ database }: Arena): Promise<string[]> {
  return (await listQueuedLetters(database)).toSorted()
}
