import { expect, test } from 'vitest'
import { deletedAccounts } from './deleted-accounts.ts'
import { readOptions } from './options.ts'

test('npm run restore accepts the file and the options in any order', () => {
  expect(readOptions(['--put-aside', 'a.tar.gz', '--deletions', 'x', '--deletions', 'y'])).toEqual({
    file: 'a.tar.gz',
    putAside: true,
    deletions: ['x', 'y'],
  })
  expect(readOptions(['a.tar.gz'])).toEqual({ file: 'a.tar.gz', putAside: false, deletions: [] })
  expect(readOptions(['a.tar.gz', '--help'])).toBeUndefined()
})

test.each([[[]], [['a.tar.gz', 'b.tar.gz']], [['a.tar.gz', '--force']], [['a.tar.gz', '--deletions']]])(
  'npm run restore rejects the arguments %j, and its error message mentions --help',
  (args) => {
    expect(() => readOptions(args)).toThrow('See npm run restore -- --help')
  },
)

test('deletedAccounts rejects a file that is missing or is not a list of deletions', async () => {
  await expect(deletedAccounts('/nowhere', ['/nowhere/list'])).rejects.toThrow(
    'There is no file /nowhere/list.',
  )
  await expect(deletedAccounts('/nowhere', ['package.json'])).rejects.toThrow(
    'package.json is not a list of deleted accounts.',
  )
})
