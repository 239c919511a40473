import { cp, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { expect, test, vi } from 'vitest'
import { migrateInTransaction } from '../../server/database/migrate.ts'
import { readAllRows } from '../runtime/all-rows.ts'
import { openDatabase } from '../runtime/database.ts'
import { insertMasjids } from '../runtime/insert-people.ts'
import { newDatabase } from '../runtime/postgres-database.ts'
import { fillFromSnapshot, takeSnapshot } from './snapshots.ts'

/** Adds a migration after the real migrations, so that the current schema counts as an older schema. */
vi.mock(import('../../server/server-files.ts'), async (importOriginal) => {
  const original = await importOriginal()
  const { newDataFolder } = await import('../runtime/data-folder.ts')
  const folder = pathToFileURL(`${await newDataFolder()}/`)
  await cp(original.serverFileUrl('database/migrations/'), folder, { recursive: true })
  await writeFile(new URL('9999-next.sql', folder), 'alter table upkeep add column next_version int')
  return {
    ...original,
    serverFileUrl: (path) => (path === 'database/migrations/' ? folder : original.serverFileUrl(path)),
  }
})

test('a snapshot of an older schema is migrated to the newest one', async () => {
  const url = await newDatabase()
  const older = openDatabase(url)
  await migrateInTransaction(older.db, '0110-schema.sql')
  await insertMasjids(older, 3)
  const target = await newDatabase()
  await fillFromSnapshot(target, await takeSnapshot(url))
  const rows = await readAllRows(target)
  expect(rows['people']).toEqual((await readAllRows(url))['people'])
  expect(rows['upkeep']).toEqual(['(t,,,)'])
  const migrations = rows['kysely_migration']?.map((row) => row.split(',')[0])
  expect(migrations).toEqual([
    '(0110-schema.sql',
    '(0111-ends-by-removed-slots.sql',
    '(0112-codes-that-repeat-a-renewal.sql',
    '(0113-salts-of-renewals.sql',
    '(0114-answers-to-invitations.sql',
    '(0115-mailed-events.sql',
    '(0116-events-as-mailed.sql',
    '(9999-next.sql',
  ])
})
