import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const folder = new URL('migrations/', import.meta.url)

/** Returns a short hash of a migration's statements, without comments and white space. */
async function statementsHash(file: string): Promise<string> {
  const text = await readFile(new URL(file, folder), 'utf8')
  const statements = text.replaceAll(/--.*$/gmu, '').replaceAll(/\s+/gu, ' ').trim()
  return createHash('sha256').update(statements).digest('hex').slice(0, 16)
}

test('a released migration never changes, because databases that have it do not run it again', async () => {
  const files = (await readdir(folder)).toSorted()
  const hashes = await Promise.all(files.map(async (file) => [file, await statementsHash(file)]))
  expect(Object.fromEntries(hashes)).toEqual({
    '0110-schema.sql': '4c7155afe813c739',
    '0111-ends-by-removed-slots.sql': '24cab576ab1001a8',
    '0112-codes-that-repeat-a-renewal.sql': '233705175fdef7d5',
    '0113-salts-of-renewals.sql': '30e0ea471a1f46cb',
    '0114-answers-to-invitations.sql': 'd2665700323bd560',
    '0115-mailed-events.sql': 'c5c6d29b65a68abe',
    '0116-events-as-mailed.sql': 'e5827bb8888e3d3c',
  })
})
