import { expect, test } from 'vitest'
import { databaseNow } from '../../server/database/database.ts'
import { migrate, migrateInTransaction } from '../../server/database/migrate.ts'
import { insertAssignment, insertSlot, requireReconfirmation } from '../api/insert-slot.ts'
import { openDatabase } from '../runtime/database.ts'
import { insertKhateeb, insertMasjid } from '../runtime/insert-people.ts'
import { newDatabase } from '../runtime/postgres-database.ts'

test('migration 0111 erases the agreed start of an assignment that ended because its slot was removed', async () => {
  const url = await newDatabase()
  const older = openDatabase(url)
  await migrateInTransaction(older.db, '0110-schema.sql')
  const [masjid, khateeb] = [await insertMasjid(older), await insertKhateeb(older)]
  const slot = await insertSlot(older, masjid.uid, '13:00')
  await insertAssignment(older, { ...slot, masjid_uid: masjid.uid, khateeb_uid: khateeb.uid })
  await requireReconfirmation(older, slot)
  const end = { ended_at: databaseNow, end_reason: 'slot_removed' } as const
  await older.db.updateTable('assignments').set(end).execute()
  const starts = older.db.selectFrom('assignments').select(['agreed_starts_at', 'awaits_reconfirmation'])
  expect(await starts.execute()).toEqual([
    { agreed_starts_at: expect.any(Date), awaits_reconfirmation: true },
  ])
  await migrate({ url })
  expect(await starts.execute()).toEqual([{ agreed_starts_at: null, awaits_reconfirmation: false }])
})
