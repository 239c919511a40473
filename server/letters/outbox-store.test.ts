import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../../tests/runtime/database.ts'
import { claimLetter } from './outbox-store.ts'
import { queueLetters } from './queue-letters.ts'

test('a claim skips a letter that another process is claiming, without waiting for it', async () => {
  const { database, ...testDatabase } = await openTestDatabase()
  onTestFinished(() => testDatabase.close())
  const letter = { kind: 'password_changed', props: { name: 'A' } } as const
  await database.transaction((tx) =>
    queueLetters(
      tx,
      ['a@people.test', 'b@people.test'].map((to) => ({ to, letter })),
    ),
  )
  const first = await database.reader.startTransaction().execute()
  const claimed = await claimLetter(first, 60_000)
  const others = [await claimLetter(database.reader, 60_000), await claimLetter(database.reader, 60_000)]
  await first.commit().execute()
  const recipients = [claimed, ...others].map((letter) => letter?.recipient)
  expect(new Set(recipients)).toEqual(new Set(['a@people.test', 'b@people.test', undefined]))
})
