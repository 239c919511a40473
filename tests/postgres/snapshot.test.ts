import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { migrate } from '../../server/database/migrate.ts'
import { TargetInUseError } from '../../server/database/snapshot/prepare-target.ts'
import { NoSchemaError, readSnapshot } from '../../server/database/snapshot/read.ts'
import { UnknownTableError } from '../../server/database/snapshot/write.ts'
import { withDatabase } from '../../tools/postgres/connections.ts'
import { readAllRows } from '../runtime/all-rows.ts'
import { startApp } from '../runtime/app.ts'
import { openDatabase } from '../runtime/database.ts'
import { fillEveryTable } from '../runtime/fill-every-table.ts'
import { newDatabase, query } from '../runtime/postgres-database.ts'
import { fillFromSnapshot, takeSnapshot } from './snapshots.ts'

/** A database with rows in every table except `move_state`, and without the tests' clock. */
const source = await newDatabase()
await migrate({ url: source })
await withDatabase(source, async (database) => {
  const app = await startApp({ parts: { database } })
  await fillEveryTable(app.baseUrl, database)
  await app.stop()
})

test('a database filled from a snapshot has all rows and continues the id sequences', async () => {
  const before = await readAllRows(source)
  // Snapshots do not contain the state of a move.
  const empty = Object.keys(before).filter((name) => name !== 'move_state' && before[name]?.length === 0)
  // All other tables must have rows, because the comparison below proves nothing about an empty table.
  expect(empty).toEqual([])

  const target = await newDatabase()
  await fillFromSnapshot(target, await takeSnapshot(source))
  const { kysely_migration: _, ...rows } = await readAllRows(target)
  const { kysely_migration: __, ...expected } = before
  expect(rows).toEqual(expected)

  const next = `insert into audit (by_role, event, masjid_uid) values ('minbar', 'slot_posted', gen_random_uuid()) returning id`
  expect(await query(target, next)).toEqual(await query(source, next))
  await expect(query(target, 'delete from audit')).rejects.toThrow('what was audited stays as it is')
  await expect(query(target, 'update proposals set direction = direction')).rejects.toThrow(/never changes/)
})

test('a snapshot does not contain rows written while it is read', async () => {
  const url = await newDatabase()
  await fillFromSnapshot(url, await takeSnapshot(source))
  const post = `insert into audit (by_role, event, masjid_uid) values ('minbar', 'late_event', gen_random_uuid())`
  const read = await readSnapshot(url, async ({ tables }, rowsOf) => {
    await query(url, post)
    const texts: string[] = []
    for (const table of tables) texts.push(await text(rowsOf(table)))
    return texts.join('')
  })
  expect(read).toContain('slot_posted')
  expect(read).not.toContain('late_event')
})

test('a database with rows, with tables of another program, or in use by a server cannot be filled, and stays unchanged', async () => {
  const snapshot = await takeSnapshot(source)
  const before = await readAllRows(source)
  await expect(fillFromSnapshot(source, snapshot)).rejects.toThrow('The database is not empty')
  expect(await readAllRows(source)).toEqual(before)

  const foreign = await newDatabase()
  await query(foreign, 'create table invoices (id int)')
  await expect(fillFromSnapshot(foreign, snapshot)).rejects.toThrow('tables of another program')
  expect(Object.keys(await readAllRows(foreign))).toEqual(['invoices'])

  const served = await newDatabase()
  await openDatabase(served).pool.query('select')
  await expect(fillFromSnapshot(served, snapshot)).rejects.toThrow(TargetInUseError)
  expect(await readAllRows(served)).toEqual({})
})

test('if two snapshots are loaded into one database concurrently, the second is refused and the first continues', async () => {
  const snapshot = await takeSnapshot(source)
  const target = await newDatabase()
  const second: unknown[] = []
  await fillFromSnapshot(target, snapshot, async () => {
    second.push(await fillFromSnapshot(target, snapshot).catch((error: unknown) => error))
  })
  expect(second).toEqual([expect.any(TargetInUseError)])
  expect(String(second[0])).toContain(
    'Another restore or move into the database is under way: wait until it ends',
  )
  expect((await readAllRows(target))['people']).toEqual((await readAllRows(source))['people'])
})

test('a database with empty tables can be filled, and a snapshot of a database without tables is refused', async () => {
  const blank = await newDatabase()
  await expect(takeSnapshot(blank)).rejects.toThrow(NoSchemaError)
  await migrate({ url: blank })
  await fillFromSnapshot(blank, await takeSnapshot(source))
  expect((await readAllRows(blank))['people']).toEqual((await readAllRows(source))['people'])
})

test('a snapshot with a table outside its schema is refused', async () => {
  const { head, rows } = await takeSnapshot(source)
  const target = await newDatabase()
  const tables = [...head.tables, { name: 'pg_authid', columns: ['rolname'] }]
  await expect(fillFromSnapshot(target, { head: { ...head, tables }, rows })).rejects.toThrow(
    UnknownTableError,
  )
  expect(await readAllRows(target)).toEqual({})
})

test('a failed load of a snapshot leaves the database empty', async () => {
  const { head, rows } = await takeSnapshot(source)
  const target = await newDatabase()
  const broken = new Map(rows).set('slots', Buffer.from('no row of this table\n'))
  await expect(fillFromSnapshot(target, { head, rows: broken })).rejects.toThrow(/invalid input/)
  expect(await readAllRows(target)).toEqual({})
  await fillFromSnapshot(target, { head, rows })
})
