import pg from 'pg'
import { type Config, readConfig } from '../../server/config.ts'
import type { Database } from '../../server/database/database.ts'
import { errorReason } from '../../server/error-reason.ts'
import { InvalidSettingError } from '../../server/read-setting.ts'
import { checkBackup } from './backup.ts'
import {
  type Check,
  type CheckContext,
  type CheckResult,
  type Finding,
  failed,
  ok,
  warning,
} from './check.ts'
import { checkClockOfPublicUrl, checkDatabaseClock, checkNetworkTime } from './clock.ts'
import { checkConnections } from './connections.ts'
import { checkDataFolder } from './data-folder.ts'
import { checkDatabase } from './database.ts'
import { checkDiskSpace } from './disk-space.ts'
import { checkDurability } from './durability.ts'
import { checkLetters } from './letters.ts'
import { checkMail } from './mail.ts'
import { checkNodeVersion } from './node-version.ts'
import { openRunningDatabase } from './open-database.ts'
import { checkProxy } from './proxy.ts'
import { checkPublicAddress, pingPublicAddress } from './public-address.ts'
import { checkSchema } from './schema.ts'
import { findMisspelledSettings } from './setting-names.ts'
import { withTimeout } from './with-timeout.ts'

/** Checks by name. The name is shown before the result of the check, or before the reason why the check cannot run. */
type Checks = Readonly<Record<string, Check>>

const machineChecks: Checks = {
  node: checkNodeVersion,
  disk: checkDiskSpace,
  'data folder': checkDataFolder,
  'clock by NTP': checkNetworkTime,
}
const databaseChecks: Checks = {
  database: checkDatabase,
  durability: checkDurability,
  connections: checkConnections,
  schema: checkSchema,
  letters: checkLetters,
  backup: checkBackup,
  'clock of database': checkDatabaseClock,
}
const networkChecks: Checks = {
  mail: checkMail,
  'public address': checkPublicAddress,
}
/** The checks that send requests to the public address. They run only after a response has shown that the address is Minbar's. */
const publicAddressChecks: Checks = {
  proxy: checkProxy,
  'clock of PUBLIC_URL': checkClockOfPublicUrl,
}

/** The timeout of a check, in milliseconds. */
const checkTimeout = 20_000

/** Checks everything that a server with these settings needs, and changes nothing. Takes at most a minute. */
export async function checkInstallation(env: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  const config = readSettings(env)
  if ('verdict' in config) return [{ check: 'settings', ...config }]
  const opened = await openRunningDatabase(config)
  const database = 'verdict' in opened ? undefined : opened
  try {
    const context = contextOf(config, database)
    const response = context.publicResponse().catch(() => undefined)
    const found = await Promise.all([
      runAll(machineChecks, context),
      'verdict' in opened ? [{ check: 'database', ...opened }] : runAll(databaseChecks, context),
      runAll(networkChecks, context),
      response.then((reached) => (reached ? runAll(publicAddressChecks, context) : [])),
    ])
    const misspelled = findMisspelledSettings(env)
    const settings = misspelled.length > 0 ? misspelled : [ok('Every setting is valid.')]
    return [...settings.map((result) => ({ check: 'settings', ...result })), ...found.flat()]
  } finally {
    await database?.close()
  }
}

function readSettings(env: NodeJS.ProcessEnv): Config | CheckResult {
  try {
    return readConfig(env)
  } catch (error) {
    if (error instanceof InvalidSettingError) return failed(error.message)
    throw error
  }
}

function contextOf(config: Config, database: Database | undefined): CheckContext {
  let publicResponse: ReturnType<CheckContext['publicResponse']> | undefined
  const ask = async () => (config.publicUrl === null ? undefined : pingPublicAddress(config.publicUrl))
  return {
    config,
    readDatabase: async (read) => {
      if (database === undefined) throw new Error('the database is not running')
      return database.db.transaction().setAccessMode('read only').execute(read)
    },
    publicResponse: () => (publicResponse ??= ask()),
  }
}

/** Runs checks one after the other, because they share one connection to the database. */
async function runAll(checks: Checks, context: CheckContext): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const [name, check] of Object.entries(checks)) {
    const results = await withTimeout(checkTimeout, check(context)).catch(explainFailure)
    findings.push(...[results].flat().map((result) => ({ check: name, ...result })))
  }
  return findings
}

/** The SQLSTATEs of an undefined table, column and function. */
const undefinedObjectCodes = ['42P01', '42703', '42883']

function explainFailure(error: unknown): CheckResult {
  if (error instanceof pg.DatabaseError && undefinedObjectCodes.includes(error.code ?? '')) {
    return warning(
      'This can be checked only after the database has the schema of this version: restart Minbar.',
    )
  }
  return failed(`This could not be checked: ${errorReason(error)}.`)
}
