import pg from 'pg'
import { type Config, readConfig, WrongSetting } from '../../server/config.ts'
import type { Database } from '../../server/database/database.ts'
import { checkBackup } from './backup.ts'
import type { Check, CheckContext } from './check.ts'
import { checkDatabaseClock, checkNetworkTime, checkPublicClock } from './clock.ts'
import { checkConnections } from './connections.ts'
import { checkDataFolder } from './data-folder.ts'
import { checkDatabase } from './database.ts'
import { checkDiskSpace } from './disk-space.ts'
import { checkDurability } from './durability.ts'
import { type Finding, findingsOf } from './finding.ts'
import { checkLetters } from './letters.ts'
import { checkMail } from './mail.ts'
import { checkNodeVersion } from './node-version.ts'
import { openRunning } from './open-database.ts'
import { checkProxy } from './proxy.ts'
import { pingPublicAddress, checkPublicAddress } from './public-address.ts'
import { errorReason } from './error-reason.ts'
import { checkSchema } from './schema.ts'
import { withTimeout } from './with-timeout.ts'

/** By the name under which it is told that a check could not look. */
type Checks = Readonly<Record<string, Check>>

const ofMachine: Checks = {
  node: checkNodeVersion,
  disk: checkDiskSpace,
  'data folder': checkDataFolder,
  'clock by NTP': checkNetworkTime,
}
const ofDatabase: Checks = {
  database: checkDatabase,
  durability: checkDurability,
  connections: checkConnections,
  schema: checkSchema,
  letters: checkLetters,
  backup: checkBackup,
  'clock of database': checkDatabaseClock,
}
const ofSurroundings: Checks = {
  mail: checkMail,
  'public address': checkPublicAddress,
}
/** They ask the public address for more, once it is known to be this product's. */
const ofPublicAddress: Checks = {
  proxy: checkProxy,
  'clock of PUBLIC_URL': checkPublicClock,
}

/** Milliseconds that one check may take. */
const checkAtMost = 20_000

/** Looks at everything that a server with these settings needs, and changes nothing. Takes a minute at most. */
export async function examine(env: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  const config = readSettings(env)
  if ('verdict' in config) return [config]
  const settings = findingsOf('settings').ok('Every setting can be used.')
  const opened = await openRunning(config)
  const database = 'verdict' in opened ? undefined : opened
  try {
    const context = contextOf(config, database)
    const isReached = context.publicResponse().then(
      (answer) => answer !== undefined,
      () => false,
    )
    const found = await Promise.all([
      runAll(ofMachine, context),
      'verdict' in opened ? [opened] : runAll(ofDatabase, context),
      runAll(ofSurroundings, context),
      isReached.then((reached) => (reached ? runAll(ofPublicAddress, context) : [])),
    ])
    return [settings, ...found.flat()]
  } finally {
    await database?.close()
  }
}

function readSettings(env: NodeJS.ProcessEnv): Config | Finding {
  try {
    return readConfig(env)
  } catch (error) {
    if (error instanceof WrongSetting) return findingsOf('settings').wrong(error.message)
    throw error
  }
}

function contextOf(config: Config, database: Database | undefined): CheckContext {
  let publicResponse: ReturnType<CheckContext['publicResponse']> | undefined
  const ask = async () => (config.publicUrl === null ? undefined : pingPublicAddress(config.publicUrl))
  return {
    config,
    readDatabase: async (read) => {
      if (database === undefined) throw new Error('the database does not run')
      return database.reader.transaction().setAccessMode('read only').execute(read)
    },
    publicResponse: () => (publicResponse ??= ask()),
  }
}

/** One after the other, as there is one connection to the database. */
async function runAll(checks: Checks, context: CheckContext): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const [name, check] of Object.entries(checks)) {
    try {
      findings.push(...(await withTimeout(checkAtMost, check(context))))
    } catch (error) {
      findings.push(whyNotLooked(name, error))
    }
  }
  return findings
}

/** SQLSTATEs of a table, column or function that isn't there. */
const undefinedThings = ['42P01', '42703', '42883']

function whyNotLooked(name: string, error: unknown): Finding {
  const found = findingsOf(name)
  if (error instanceof pg.DatabaseError && undefinedThings.includes(error.code ?? '')) {
    return found.warning(
      'This is looked at once the database has the schema of this version: restart Minbar.',
    )
  }
  return found.wrong(`This could not be looked at: ${errorReason(error)}.`)
}
