import { randomUUID } from 'node:crypto'
import { cp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { getMasjidDetails } from '../../contract/directory.ts'
import { buildsFolder } from '../../tools/build/repository-paths.ts'
import { withDatabase } from '../../tools/postgres/connections.ts'
import { clientOf } from '../runtime/app.ts'
import { insertMasjid } from '../runtime/insert-people.ts'
import { isVerifyRun } from '../runtime/is-verify-run.ts'
import { newDatabase, query } from '../runtime/postgres-database.ts'
import { outputOfFailedStart, startServer } from '../runtime/server-process.ts'
import { createSlotPoster, slotsOf, statusOf } from './post-slots.ts'
import { repeatUntilStopped } from './repeat-until-stopped.ts'

const kills = isVerifyRun ? 20 : 3

/** A build of a newer version, with one more migration. It is in the builds folder, so that Node finds the packages. */
const nextBuild = join(buildsFolder, `next-version-${randomUUID()}`)
const nextMigration = '9999-next-version.sql'

await cp(inject('build'), nextBuild, { recursive: true })
await writeFile(
  join(nextBuild, 'server', 'database', 'migrations', nextMigration),
  `alter table slots add column next_version text not null default '';
   create table next_version (id uuid primary key default gen_random_uuid());
   select pg_sleep(0.2);
   create index slots_next_version on slots (next_version);`,
)
afterAll(() => rm(nextBuild, { recursive: true, force: true }))

/** Ends the connections that migrate this database. Does not end those of other databases, because other tests use the same cluster. */
const endMigrationsSql = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'minbar migrations' and datname = current_database()`

test('a server answers every call while a server of the next version migrates the database, and then runs beside it', async () => {
  const DATABASE_URL = await newDatabase()
  const server = await startServer({ DATABASE_URL })
  const masjid = await withDatabase(DATABASE_URL, insertMasjid)
  const poster = createSlotPoster(server.url, masjid)
  /** The statuses of reads. Their statements were prepared before the migration. */
  const readStatuses = new Set<number>()
  const stop = repeatUntilStopped(async () => {
    await poster.post()
    const reading = clientOf(server.url, masjid.token).call(getMasjidDetails, { masjidId: masjid.uid })
    readStatuses.add(await statusOf(reading))
  }, 4)
  await expect.poll(() => poster.statuses.length).toBeGreaterThan(10)
  const next = await startServer({ DATABASE_URL }, nextBuild)
  const before = poster.statuses.length
  await expect.poll(() => poster.statuses.length).toBeGreaterThan(before + 10)
  await stop()
  expect(new Set(poster.statuses)).toEqual(new Set([200]))
  expect(readStatuses).toEqual(new Set([200]))
  expect((await slotsOf(next.url, masjid)).size).toBe(poster.statuses.length)
  await Promise.all([server.stop(), next.stop()])
  expect(await outputOfFailedStart({ DATABASE_URL })).toContain(`newer Minbar (${nextMigration})`)
})

test('a server starts after its migration was interrupted several times, each time at a different moment', async () => {
  const DATABASE_URL = await newDatabase()
  await (await startServer({ DATABASE_URL })).stop()
  for (let kill = 0; kill < kills; kill += 1) {
    const starting = startServer({ DATABASE_URL }, nextBuild)
    // Each kill has a different delay, so that it interrupts a different part of the start.
    await Promise.race([starting, pause((kill * 1_300) / kills)])
    await query(DATABASE_URL, endMigrationsSql)
    await starting.then(
      (server) => server.kill(),
      () => {},
    )
  }
  const server = await startServer({ DATABASE_URL }, nextBuild)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  await server.stop()
  const seen = await query<{ name: string }>(DATABASE_URL, 'select name from kysely_migration order by name')
  expect(seen.filter(({ name }) => name === nextMigration)).toHaveLength(1)
  expect(await query(DATABASE_URL, `select from pg_class where relname = 'slots_next_version'`)).toHaveLength(
    1,
  )
})

test('a server whose migration loses its connection exits with an error sentence', async () => {
  const DATABASE_URL = await newDatabase()
  await (await startServer({ DATABASE_URL })).stop()
  const holding = new Client({ connectionString: DATABASE_URL })
  await holding.connect()
  await holding.query('begin; lock table slots')
  const refused = outputOfFailedStart({ DATABASE_URL }, nextBuild)
  // End the connection as soon as it waits for the table.
  await expect
    .poll(() => query(DATABASE_URL, `${endMigrationsSql} and wait_event_type = 'Lock'`))
    .toHaveLength(1)
  const said = await refused
  await holding.end()
  expect(said).toMatch(
    /^The database connection was lost while the server started: .+\. Start the server again when the database is back\.$/,
  )
})
