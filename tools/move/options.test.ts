import { expect, test } from 'vitest'
import { readClosedAtMost, readOrder, readTarget } from './options.ts'

test('a move is asked for without arguments, and an undo by --undo, with --lose-changes behind it', () => {
  expect(readOrder([])).toEqual({ kind: 'move' })
  expect(readOrder(['--undo'])).toEqual({ kind: 'undo', loseChanges: false })
  expect(readOrder(['--undo', '--lose-changes'])).toEqual({ kind: 'undo', loseChanges: true })
})

test.each([['--lose-changes'], ['--undo', '--undo'], ['postgres://u:secret@db/minbar']])(
  'the command line %j is refused without repeating it',
  (...args) => {
    expect(() => readOrder(args)).toThrow(/^See npm run move -- --help$/)
  },
)

test('a target is one address or one folder', () => {
  expect(readTarget({ MOVE_TO_URL: 'postgres://u:p@db/minbar' })).toEqual({ url: 'postgres://u:p@db/minbar' })
  expect(readTarget({ MOVE_TO_DIR: '/srv/minbar' })).toEqual({ folder: '/srv/minbar' })
  expect(() => readTarget({})).toThrow('Set MOVE_TO_URL')
  expect(() => readTarget({ MOVE_TO_URL: 'postgres://db/minbar', MOVE_TO_DIR: '/srv' })).toThrow(
    'one of them',
  )
  expect(() => readTarget({ MOVE_TO_URL: 'mysql://u:secret@db' })).toThrow(
    'MOVE_TO_URL must be an address that begins with postgres:// or postgresql://.',
  )
})

test('a move may refuse changes for 30 seconds unless MOVE_SECONDS says otherwise', () => {
  expect(readClosedAtMost({})).toBe(30_000)
  expect(readClosedAtMost({ MOVE_SECONDS: '600' })).toBe(600_000)
  expect(() => readClosedAtMost({ MOVE_SECONDS: '1' })).toThrow('from 3 to 99999, but it is "1"')
})
