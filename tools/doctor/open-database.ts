import type { Config } from '../../server/config.ts'
import type { Database } from '../../server/database/database.ts'
import { foldersIn, hasCluster, UnusableFolderError } from '../../server/database/embedded/data-folders.ts'
import { refuseHotCopy } from '../../server/database/embedded/hot-copy.ts'
import { refuseInterruptedRestore } from '../../server/database/embedded/interrupted-restore.ts'
import { lastKnownUrl } from '../../server/database/embedded/running-server-url.ts'
import { MovedError, refuseMovedDatabase } from '../../server/database/move-state.ts'
import { openPostgres } from '../../server/database/postgres.ts'
import { explainRefusedConnection } from '../../server/database/refused-connection.ts'
import { errorReason } from '../../server/error-reason.ts'
import { type CheckResult, failed, warning } from './check.ts'

/** Connects to the database if it is running, and never starts it. If it is not running, returns a result that says so. */
export async function openRunningDatabase(config: Config): Promise<Database | CheckResult> {
  const { databaseUrl, databasePooler, dataDir } = config
  try {
    if (databaseUrl === null) {
      await refuseInterruptedRestore(dataDir)
      // In a copied folder, the files point to the server of the original folder.
      await refuseHotCopy(foldersIn(dataDir))
    }
    const url = databaseUrl ?? (await lastKnownUrl(dataDir))
    if (url === undefined) return notRunningResult(dataDir)
    const database = openPostgres(url, 1, { pooler: databasePooler })
    try {
      await refuseMovedDatabase(database.pool)
      return database
    } catch (error) {
      await database.close()
      throw error
    }
  } catch (error) {
    return openFailureResult(error, config)
  }
}

function notRunningResult(dataDir: string): CheckResult {
  if (hasCluster(dataDir)) {
    return warning(
      `The database in ${dataDir} does not run. It runs only while Minbar runs: start Minbar, so that this command can check it.`,
    )
  }
  return failed(
    `There is no database in ${dataDir}: start Minbar once, or set DATA_DIR or DATABASE_URL to the server's values.`,
  )
}

function openFailureResult(error: unknown, { databaseUrl, dataDir }: Config): CheckResult {
  if (error instanceof UnusableFolderError || error instanceof MovedError) return failed(error.message)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const why = errorReason(error)
  if (databaseUrl !== null) {
    const refusal = explainRefusedConnection(error)
    if (refusal !== undefined) return failed(refusal)
    return failed(
      `Cannot connect to the database in DATABASE_URL (${why}): make sure that it runs, and that the address, name and password are right.`,
    )
  }
  if (['EACCES', 'EPERM'].includes(code)) {
    return failed(
      `This user may not read ${dataDir}: run this command as the user that runs Minbar, or as root.`,
    )
  }
  // A server that was killed leaves the file with its address behind.
  if (['ECONNREFUSED', 'ENOENT'].includes(code)) return notRunningResult(dataDir)
  return failed(`The database in ${dataDir} does not answer (${why}): restart Minbar, and read its log.`)
}
