import { randomUUID } from 'node:crypto'
import { cp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { getMasjidDetails } from '../../contract/directory.ts'
import { openPostgres } from '../../server/database/postgres.ts'
import { buildsFolder } from '../../tools/build/repository-paths.ts'
import { ServerDidNotStart } from '../../tools/server/server-process.ts'
import { clientOf, noRateLimits } from '../runtime/app.ts'
import { insertMasjid } from '../runtime/insert-people.ts'
import { isVerifyRun } from '../runtime/is-verify-run.ts'
import { createDatabase } from '../runtime/postgres-database.ts'
import { startServer } from '../runtime/server-process.ts'
import { postSlotWithKey, slotsOf, slotsToPost, statusOf } from './post-slots.ts'

const kills = isVerifyRun ? 20 : 3
const build = inject('build')

/** A build of a next version, with one more migration. It is in the builds folder so that it finds its packages. */
const nextBuild = join(buildsFolder, `next-version-${randomUUID()}`)
const nextMigration = '9999-next-version.sql'

await cp(build, nextBuild, { recursive: true })
await writeFile(
  join(nextBuild, 'server', 'database', 'migrations', nextMigration),
  `alter table slots add column next_version text not null default '';
   create table next_version (id uuid primary key default gen_random_uuid());
   select pg_sleep(0.2);
   create index slots_next_version on slots (next_version);`,
)
afterAll(() => rm(nextBuild, { recursive: true, force: true }))

/** Ends migrations of this database only: other tests use the same cluster. */
const endMigrations = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'minbar migrations' and datname = current_database()`

async function rows<Row extends object>(url: string, query: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(query)).rows
  } finally {
    await client.end()
  }
}

test('a server answers every call while the next version migrates the database and runs', async () => {
  const DATABASE_URL = await createDatabase(inject('postgresCluster'))
  const settings = { ...noRateLimits, DATABASE_URL }
  const server = await startServer(build, settings)
  const database = openPostgres(DATABASE_URL, 1)
  const masjid = await insertMasjid(database)
  await database.close()
  const slots = slotsToPost()
  const over = new AbortController()
  const statuses: number[] = []
  /** The statuses of reads, whose statements were prepared before the migration. */
  const readStatuses = new Set<number>()
  async function postUntilOver(): Promise<void> {
    while (!over.signal.aborted) {
      statuses.push(await statusOf(postSlotWithKey(server.url, masjid, slots.next().value)))
      const reading = clientOf(server.url, masjid.token).call(getMasjidDetails, { masjidId: masjid.uid })
      readStatuses.add(await statusOf(reading))
    }
  }
  const posting = Array.from({ length: 4 }, postUntilOver)
  await expect.poll(() => statuses.length).toBeGreaterThan(10)
  const next = await startServer(nextBuild, settings)
  const before = statuses.length
  await expect.poll(() => statuses.length).toBeGreaterThan(before + 10)
  over.abort()
  await Promise.all(posting)
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(readStatuses).toEqual(new Set([200]))
  expect((await slotsOf(next.url, masjid)).size).toBe(statuses.length)
  await Promise.all([server.stop(), next.stop()])

  const refused: unknown = await startServer(build, settings).catch((error: unknown) => error)
  expect(refused instanceof ServerDidNotStart && refused.said).toContain(`newer Minbar (${nextMigration})`)
})

test('a database opens after its migration was killed at any time', async () => {
  const DATABASE_URL = await createDatabase(inject('postgresCluster'))
  await (await startServer(build, { DATABASE_URL })).stop()
  for (let kill = 0; kill < kills; kill += 1) {
    const starting = startServer(nextBuild, { DATABASE_URL })
    // A fixed delay is intended: each kill hits another part of the start.
    await Promise.race([starting, pause((kill * 1_300) / kills)])
    await rows(DATABASE_URL, endMigrations)
    await starting.then(
      (server) => server.kill(),
      () => {},
    )
  }
  const server = await startServer(nextBuild, { DATABASE_URL })
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  await server.stop()
  const seen = await rows<{ name: string }>(DATABASE_URL, 'select name from kysely_migration order by name')
  expect(seen.filter(({ name }) => name === nextMigration)).toHaveLength(1)
  expect(await rows(DATABASE_URL, `select from pg_class where relname = 'slots_next_version'`)).toHaveLength(
    1,
  )
})

test('a server whose migration loses its connection exits with an error sentence', async () => {
  const DATABASE_URL = await createDatabase(inject('postgresCluster'))
  await (await startServer(build, { DATABASE_URL })).stop()
  const holding = new Client({ connectionString: DATABASE_URL })
  await holding.connect()
  await holding.query('begin; lock table slots')
  const refused = startServer(nextBuild, { DATABASE_URL }).catch((error: unknown) => error)
  // End the connection as soon as it waits for the table.
  await expect.poll(() => rows(DATABASE_URL, `${endMigrations} and wait_event_type = 'Lock'`)).toHaveLength(1)
  const error = await refused
  await holding.end()
  expect(error instanceof ServerDidNotStart && error.said).toMatch(
    /^The database connection was lost while the server started: .+\. Start the server again when the database is back\.$/,
  )
})
