import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { instantOf, wallClockAfter } from '../../domain/khutbahs/wall-clock.ts'
import { usTimeZones } from '../../tests/api/us-time-zones.ts'
import { openTestDatabase } from '../../tests/runtime/database.ts'
import { instantOfWallClock } from './instants.ts'

const { database } = await openTestDatabase()

/** Midnight of a day without clock change, and of both days on which US clocks change. Each array has every quarter of the day’s hours. */
const quartersByDay = ['2027-03-05', '2027-03-14', '2027-11-07'].map((date) =>
  Array.from({ length: 96 }, (_, quarter) => wallClockAfter({ date, time: '00:00' }, 15 * quarter)),
)

test.each(usTimeZones)('instantOfWallClock agrees with instantOf in $zone ($zip)', async ({ zone }) => {
  const given = quartersByDay.flat().filter(({ date, time }) => instantOf(date, time, zone) !== null)
  const rows = await database.db
    .selectFrom(
      sql<{ given: string }>`unnest(${given.map(({ date, time }) => `${date} ${time}`)}::text[])`.as<'wall'>(
        sql`wall(given)`,
      ),
    )
    .select(instantOfWallClock(sql`given::timestamp`, sql.val(zone)).as('instant'))
    .execute()
  expect(rows.map(({ instant }) => instant)).toEqual(
    given.map(({ date, time }) => instantOf(date, time, zone)),
  )
})
