import { expect, inject, test } from 'vitest'
import { migrate, migrateWithin } from '../../server/database/migrate.ts'
import { openPostgres } from '../../server/database/postgres.ts'
import { khateebsIn, masjidsIn } from '../runtime/crowd.ts'
import { createDatabase } from '../runtime/postgres-database.ts'

test('accounts that were verified before lists kept that themselves are verified in them', async () => {
  const url = await createDatabase(inject('postgresCluster'))
  const database = openPostgres(url, 2)
  await migrateWithin(database.reader, '0019-audit-of-the-database.sql')
  const [masjids, khateebs] = [await masjidsIn(database, 2), await khateebsIn(database, 2)]
  const verified = [masjids[0]?.uid ?? '', khateebs[0]?.uid ?? '']
  await database.reader.updateTable('accounts').set({ verified: true }).where('uid', 'in', verified).execute()
  await migrate(database)
  const ofMasjids = await database.reader
    .selectFrom('masjids')
    .where('verified', '=', true)
    .select('uid')
    .execute()
  const ofKhateebs = await database.reader
    .selectFrom('khateebs')
    .where('verified', '=', true)
    .select('uid')
    .execute()
  await database.close()
  expect([...ofMasjids, ...ofKhateebs].map(({ uid }) => uid)).toEqual(verified)
})
