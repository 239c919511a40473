import { sql } from 'kysely'
import type { Database } from '../../server/database/database.ts'
import { migrate } from '../../server/database/migrate.ts'

/** Migrates an empty database to the newest schema, and replaces `minbar_now()` with a clock that tests can set. */
export async function migrateWithClock(database: Database): Promise<void> {
  const { db } = database
  await migrate(database)
  await sql`create table test_clock (instant timestamptz not null)`.execute(db)
  await sql`create or replace function minbar_now() returns timestamptz language sql stable as
    'select coalesce((select instant from test_clock), clock_timestamp())'`.execute(db)
}

/** Stops the product's clock at an instant (ISO 8601). With null, the clock runs again. */
export async function setClock({ db }: Database, instant: string | null): Promise<void> {
  await sql`delete from test_clock`.execute(db)
  if (instant !== null) await sql`insert into test_clock values (${instant})`.execute(db)
}
