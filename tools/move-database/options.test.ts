import { expect, test } from 'vitest'
import { readMaxDowntime, readOptions, readTarget } from './options.ts'

test('readOptions returns a move without options, and an undo with --undo and perhaps --lose-changes', () => {
  expect(readOptions([])).toEqual({ kind: 'move' })
  expect(readOptions(['--undo'])).toEqual({ kind: 'undo', loseChanges: false })
  expect(readOptions(['--undo', '--lose-changes'])).toEqual({ kind: 'undo', loseChanges: true })
})

test.each([['--lose-changes'], ['--undo', '--undo'], ['postgres://u:secret@db/minbar']])(
  'npm run move rejects wrong options (first option: %j), and does not repeat them in the error message',
  (...args) => {
    expect(() => readOptions(args)).toThrow(/^See npm run move -- --help$/)
  },
)

test('npm run move requires exactly one of MOVE_TO_URL and MOVE_TO_DIR', () => {
  expect(readTarget({ MOVE_TO_URL: 'postgres://u:p@db/minbar' })).toEqual({ url: 'postgres://u:p@db/minbar' })
  expect(readTarget({ MOVE_TO_DIR: '/srv/minbar' })).toEqual({ folder: '/srv/minbar' })
  expect(() => readTarget({})).toThrow('Set MOVE_TO_URL')
  expect(() => readTarget({ MOVE_TO_URL: 'postgres://db/minbar', MOVE_TO_DIR: '/srv' })).toThrow(
    'one of them',
  )
  expect(() => readTarget({ MOVE_TO_URL: 'mysql://u:secret@db' })).toThrow(
    'MOVE_TO_URL must be a URL that starts with postgres:// or postgresql://.',
  )
})

test('a move of the database may refuse changes for at most MOVE_SECONDS, by default 30 seconds', () => {
  expect(readMaxDowntime({})).toBe(30_000)
  expect(readMaxDowntime({ MOVE_SECONDS: '600' })).toBe(600_000)
  expect(() => readMaxDowntime({ MOVE_SECONDS: '1' })).toThrow('from 3 to 99999, but it is "1"')
})
