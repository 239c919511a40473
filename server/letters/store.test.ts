import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../../tests/runtime/database.ts'
import { queueLetters } from './outbox.ts'
import { claimLetters } from './store.ts'

test('a claim passes over what another one is just claiming, and does not wait for it', async () => {
  const { database, ...testDatabase } = await openTestDatabase()
  onTestFinished(() => testDatabase.close())
  const letter = { kind: 'password_changed', props: { name: 'A' } } as const
  const recipients = ['a@people.test', 'b@people.test', 'c@people.test']
  await database.transaction(async (tx) => {
    for (const to of recipients) await queueLetters(tx, [{ to, letter }])
  })
  const first = await database.reader.startTransaction().execute()
  const claimed = await claimLetters(first, 1, 60_000)
  const others = await claimLetters(database.reader, 10, 60_000)
  await first.commit().execute()
  expect(claimed).toHaveLength(1)
  expect(others).toHaveLength(2)
  expect(new Set([...claimed, ...others].map(({ recipient }) => recipient))).toEqual(new Set(recipients))
})
