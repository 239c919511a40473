import { expect, test } from 'vitest'
import { startApp } from '../../tests/runtime/app.ts'
import { newMasjid } from '../../tests/runtime/people.ts'
import { personIdOf } from '../../tests/runtime/person-id.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { createChangeFeed } from './change-feed.ts'

test('the change feed returns a change of thousands of rows in parts, each row once', async () => {
  const app = await startApp()
  const { uid } = await newMasjid(app.baseUrl)
  const by = { role: 'masjid', uid, personId: await personIdOf(app.database.db, uid) } as const
  const feed = createChangeFeed(app.database)
  await feed.start()
  const entries = Array.from(
    { length: 5_001 },
    () => ({ event: 'slot_zone_changed', masjidUid: uid }) as const,
  )
  await app.database.transaction((tx) => recordAudit(tx, by, entries))
  const parts = [await feed.read(), await feed.read(), await feed.read()]
  expect(parts.map((it) => it.length)).toEqual([5_000, 1, 0])
})
