import { expect, test } from 'vitest'
import { migrate, migrateInTransaction } from '../../server/database/migrate.ts'
import { openDatabase } from '../runtime/database.ts'
import { insertKhateebs, insertMasjids } from '../runtime/insert-people.ts'
import { newDatabase } from '../runtime/postgres-database.ts'

test('the migration copies verified accounts into the lists of masjids and khateebs', async () => {
  const database = openDatabase(await newDatabase(), 2)
  await migrateInTransaction(database.reader, '0019-audit-of-the-database.sql')
  const [masjids, khateebs] = [await insertMasjids(database, 2), await insertKhateebs(database, 2)]
  const verified = [masjids[0]?.uid ?? '', khateebs[0]?.uid ?? '']
  await database.reader.updateTable('accounts').set({ verified: true }).where('uid', 'in', verified).execute()
  await migrate(database)
  const listed = (table: 'masjids' | 'khateebs') =>
    database.reader.selectFrom(table).where('verified', '=', true).select('uid').execute()
  const found = [...(await listed('masjids')), ...(await listed('khateebs'))]
  expect(found.map(({ uid }) => uid)).toEqual(verified)
})
