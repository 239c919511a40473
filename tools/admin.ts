import { readConfig } from '../server/config.ts'
import type { Database } from '../server/database/database.ts'
import { migrate } from '../server/database/migrate.ts'
import { openForTool } from '../server/database/open-database.ts'
import { masjidsToVerify } from '../server/directory/masjids-to-verify.ts'
import { runOperatorCommand } from '../server/identity/operator-command.ts'
import { dropHeldLetters, heldLetters, releaseLetters } from '../server/letters/restore-hold.ts'
import { nameOwner } from '../server/members/name-owner.ts'
import {
  type AccountCommand,
  type AdminCommand,
  type HeldLettersCommand,
  helpText,
  type NameOwnerCommand,
  readCommand,
} from './admin/command.ts'
import { masjidsToVerifyText } from './admin/masjids-to-verify-text.ts'
import { CommandError } from './terminal/command-error.ts'
import { explainError } from './terminal/explain-error.ts'
import { table } from './terminal/table.ts'

const args = process.argv.slice(2)
try {
  if (args.includes('--help') || args.length === 0) console.log(helpText)
  else console.log(await carryOut(readCommand(args)))
} catch (error) {
  console.error(explainError(error))
  process.exitCode = 1
}

async function carryOut(command: AdminCommand): Promise<string> {
  const config = readConfig(process.env)
  const quiet = { debug: () => {}, info: () => {} }
  const database = await openForTool(config, { ...quiet, warn: console.error, error: console.error })
  try {
    await migrate(database)
    if ('order' in command) return await changeAccount(database, command)
    if ('ofMasjid' in command) return await makeOwner(database, command)
    if ('list' in command) return masjidsToVerifyText(await masjidsToVerify(database.reader))
    return await handleHeldLetters(database, command)
  } finally {
    await database.close()
  }
}

async function changeAccount(database: Database, { who, order }: AccountCommand): Promise<string> {
  const done = await database.transaction((tx) => runOperatorCommand(tx, who, order))
  if (done === undefined) throw new CommandError(`There is no account ${Object.values(who).join()}.`)
  const { account, changed, sessionsEnded, factorsRemoved } = done
  const kind = order.kind.replaceAll('_', ' ')
  const what = 'on' in order ? `${kind}: ${order.on ? 'yes' : 'no'}` : kind
  const ended = sessionsEnded === 0 ? '' : `, sessions ended: ${sessionsEnded}`
  const removed = factorsRemoved === 0 ? '' : `, second factors removed: ${factorsRemoved}`
  return `${account.name} (${account.role}, ${account.email}): ${what}${changed ? '' : ', unchanged'}${ended}${removed}`
}

async function makeOwner(database: Database, { ofMasjid, owner }: NameOwnerCommand): Promise<string> {
  const done = await database.transaction((tx) => nameOwner(tx, ofMasjid, owner))
  if (done === undefined)
    throw new CommandError(
      `There is no masjid ${Object.values(ofMasjid).join()}, or its email belongs to several.`,
    )
  const results = {
    named: `${owner} is now an owner`,
    invited: `${owner} was invited by email to become an owner`,
    unchanged: `${owner} is an owner already`,
  }
  return `${done.masjidName}: ${results[done.result]}`
}

/** Lists, releases or drops the letters that a restore holds. */
async function handleHeldLetters(
  database: Database,
  { heldLetters: what }: HeldLettersCommand,
): Promise<string> {
  if (what === 'release') return `letters released: ${await database.transaction(releaseLetters)}`
  if (what === 'drop') return `letters dropped: ${await database.transaction(dropHeldLetters)}`
  const kinds = await heldLetters(database.reader)
  if (kinds.length === 0) return 'No letters are held.'
  return table(
    ['letters held since the restore', 'number', 'oldest', 'newest'],
    kinds.map(({ kind, count, oldest, newest }) => [
      kind.replaceAll('_', ' '),
      String(count),
      oldest.toISOString(),
      newest.toISOString(),
    ]),
  )
}
