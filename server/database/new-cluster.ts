import { pino } from 'pino'
import { databaseOn } from './database.ts'
import { openEmbedded } from './embedded/open.ts'
import { migrate } from './migrate.ts'

/** A process's entry, for the build: makes `cluster/` at the newest schema in the folder that its argument names. */
const embedded = await openEmbedded({
  directory: process.argv[2] ?? '',
  log: pino({ level: 'warn' }, process.stderr),
})
const database = databaseOn(embedded.pool, () => embedded.close())
await migrate(database.reader)
await database.close()
