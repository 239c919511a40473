import { expect, test, vi } from 'vitest'
import { commandLog } from './command-log.ts'

test('the log of a command prints an error in one line without its stack, and no warnings', () => {
  const print = vi.spyOn(console, 'error').mockReturnValue()
  commandLog.warn({ err: new Error('terminated') }, 'a database connection was lost')
  commandLog.error({ err: new Error('no space') }, 'PostgreSQL could not be restarted; retrying')
  commandLog.error({}, 'PostgreSQL ended')
  expect(print.mock.calls).toEqual([
    ['PostgreSQL could not be restarted; retrying: no space'],
    ['PostgreSQL ended'],
  ])
  print.mockRestore()
})
