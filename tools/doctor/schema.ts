import {
  ageOfUnknownMigration,
  compareSchema,
  earlyFormAdvice,
  foreignTablesSentence,
} from '../../server/database/migrate.ts'
import { type Check, failed, ok, warning } from './check.ts'

/** Checks that the database has the schema of this version. */
export const checkSchema: Check = async ({ readDatabase }) => {
  const { unknown, missing, hasEarlyForm, hasForeignTables } = await readDatabase(compareSchema)
  if (unknown[0] !== undefined) {
    const names = unknown.join(', ')
    return failed(
      (await ageOfUnknownMigration(unknown[0])) === 'newer'
        ? `The database has the schema of a newer Minbar (${names}): update Minbar here (git pull, npm ci).`
        : `The database has the schema of an older Minbar (${names}), which this version cannot upgrade: run that version, or use an empty database.`,
    )
  }
  if (hasEarlyForm)
    return failed(`The database has an early form of this version's schema: ${earlyFormAdvice}.`)
  if (hasForeignTables) return failed(foreignTablesSentence)
  if (missing.length > 0) {
    return warning(
      `The database has the schema of an older Minbar (without ${missing.join(', ')}): restart Minbar, which updates the schema.`,
    )
  }
  return ok('The database has the schema of this version.')
}
