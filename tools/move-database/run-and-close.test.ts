import { expect, test } from 'vitest'
import { runAndClose } from './run-and-close.ts'

test('runAndClose closes all databases, last first, and returns all errors, the action’s error first', async () => {
  const closed: string[] = []
  const databaseOf = (name: string, failure?: Error) => ({
    async close() {
      closed.push(name)
      if (failure !== undefined) throw failure
    },
  })
  const [refused, unstoppable] = [new Error('refused'), new Error('unstoppable')]
  const opened: ReturnType<typeof databaseOf>[] = []
  const action = async () => {
    opened.push(databaseOf('source'), databaseOf('target', unstoppable))
    throw refused
  }
  expect(await runAndClose(action, opened)).toEqual([refused, unstoppable])
  expect(closed).toEqual(['target', 'source'])
  expect(await runAndClose(async () => {}, [databaseOf('source')])).toEqual([])
})
