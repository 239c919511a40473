import { pino } from 'pino'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'

/** A process's entry, for the build: makes `cluster/` at the newest schema in the folder that its argument names. */
const database = await openDatabase(
  { databaseUrl: null, databaseConnections: 1, dataDir: process.argv[2] ?? '' },
  pino({ level: 'warn' }, process.stderr),
)
await migrate(database.reader)
await database.close()
