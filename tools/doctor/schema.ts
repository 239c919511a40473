import { compareSchema } from '../../server/database/migrate.ts'
import type { Check } from './check.ts'
import { findingsOf } from './finding.ts'

const { ok, warning, wrong } = findingsOf('schema')

/** Checks that the database has the schema of this version. */
export const checkSchema: Check = async ({ readDatabase }) => {
  const { unknown, missing } = await readDatabase(compareSchema)
  if (unknown.length > 0) {
    return [
      wrong(
        `The database has the schema of a newer Minbar (${unknown.join(', ')}): update Minbar here (git pull, npm ci).`,
      ),
    ]
  }
  if (missing.length > 0) {
    return [
      warning(
        `The database has the schema of an older Minbar (without ${missing.join(', ')}): restart Minbar, which updates the schema.`,
      ),
    ]
  }
  return [ok('The database has the schema of this version.')]
}
