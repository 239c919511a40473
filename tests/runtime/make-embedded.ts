import { migrateWithClock } from './clock.ts'
import { openIn } from './embedded-database.ts'

/** A process's entry: makes an embedded database for tests in the folder that its argument names, then ends. */
const database = await openIn(process.argv[2] ?? '')
await migrateWithClock(database)
await database.close()
