import { expect, test } from 'vitest'
import { postgresFolders } from './program-folders.ts'

const folders: Record<string, string[]> = {
  '/usr/lib/postgresql': ['9', '15', '17', 'lost+found'],
  '/usr': ['bin', 'pgsql-16', 'share'],
  '/opt/homebrew/opt': ['node', 'postgresql@17'],
}

function list(folder: string): string[] {
  return folders[folder] ?? []
}

test('folders on PATH come before the usual folders', () => {
  expect(postgresFolders('/usr/local/bin:/usr/bin', list).slice(0, 2)).toEqual(['/usr/local/bin', '/usr/bin'])
})

test('newer versions come first, in numeric order', () => {
  expect(postgresFolders('', list)).toEqual([
    '/usr/lib/postgresql/17/bin',
    '/usr/lib/postgresql/15/bin',
    '/usr/lib/postgresql/9/bin',
    '/usr/pgsql-16/bin',
    '/opt/homebrew/opt/postgresql@17/bin',
  ])
})

test('without PostgreSQL there are only the folders on PATH', () => {
  expect(postgresFolders('/bin', () => [])).toEqual(['/bin'])
})
