import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { deletedAccounts } from './deleted-accounts.ts'

test.each([
  ['/no/such/list', 'There is no file /no/such/list.'],
  [tmpdir(), `The file ${tmpdir()} cannot be read: EISDIR`],
  [import.meta.filename, `${import.meta.filename} is not a list of deleted accounts.`],
])('deletedAccounts rejects the file %s with one sentence', async (file, sentence) => {
  await expect(deletedAccounts('/no/such/folder', [file])).rejects.toThrow(sentence)
})
