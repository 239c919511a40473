import { compareSchema } from '../../server/database/migrate.ts'
import { type Check, ok, warning, wrong } from './check.ts'

/** Checks that the database has the schema of this version. */
export const checkSchema: Check = async ({ readDatabase }) => {
  const { unknown, missing } = await readDatabase(compareSchema)
  if (unknown.length > 0) {
    return wrong(
      `The database has the schema of a newer Minbar (${unknown.join(', ')}): update Minbar here (git pull, npm ci).`,
    )
  }
  if (missing.length > 0) {
    return warning(
      `The database has the schema of an older Minbar (without ${missing.join(', ')}): restart Minbar, which updates the schema.`,
    )
  }
  return ok('The database has the schema of this version.')
}
