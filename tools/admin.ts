import { readConfig } from '../server/config.ts'
import type { Database, Tx } from '../server/database/database.ts'
import { requireCurrentSchema } from '../server/database/migrate.ts'
import { openDatabaseForTool } from '../server/database/open-database.ts'
import { masjidsToVerify } from '../server/directory/masjids-to-verify.ts'
import { lockProfileToVerify } from '../server/directory/profile-to-verify.ts'
import { findAccount } from '../server/identity/accounts.ts'
import { runOperatorCommand } from '../server/identity/operator-command.ts'
import { countHeldLettersByKind, dropHeldLetters, releaseLetters } from '../server/letters/restore-hold.ts'
import { appointOwner } from '../server/members/appoint-owner.ts'
import {
  type AccountCommand,
  type AdminCommand,
  type AppointOwnerCommand,
  type HeldLettersCommand,
  helpText,
  readCommand,
  type VerifyCommand,
} from './admin/command.ts'
import { masjidsToVerifyText } from './admin/masjids-to-verify-text.ts'
import { missingAccountError, requireKeyForFactorRemoval, resolveParty } from './admin/resolve-party.ts'
import { CommandError } from './terminal/command-error.ts'
import { commandLog } from './terminal/command-log.ts'
import { exitWhenStopped } from './terminal/exit-when-stopped.ts'
import { failWith } from './terminal/explain-error.ts'
import { formatTable } from './terminal/table.ts'

exitWhenStopped(() => 'The command was interrupted: run it again.')

const args = process.argv.slice(2)
try {
  if (args.includes('--help') || args.length === 0) console.log(helpText)
  else console.log(await carryOut(readCommand(args)))
} catch (error) {
  failWith(error)
}

async function carryOut(command: AdminCommand): Promise<string> {
  const config = readConfig(process.env)
  const database = await openDatabaseForTool(config, commandLog)
  try {
    await requireCurrentSchema(database)
    if ('seen' in command) return await verifyAccount(database, command)
    if ('order' in command) return await changeAccount(database, command)
    if ('ofMasjid' in command) return await appointOwnerAndReport(database, command)
    if ('list' in command) return masjidsToVerifyText(await masjidsToVerify(database.db))
    return await handleHeldLetters(database, command)
  } finally {
    await database.close()
  }
}

/**
 * Verifies an account, but only if `seen` is the code of its current name and place. Otherwise throws CommandError with the name, the place
 * and their code, because they may have changed since the operator saw them.
 */
function verifyAccount(database: Database, { who, seen }: VerifyCommand): Promise<string> {
  return database.transaction(async (tx) => {
    const account = await findAccount(tx, await resolveParty(tx, who))
    const profile = account && (await lockProfileToVerify(tx, account.uid))
    if (account === undefined || profile === undefined) throw missingAccountError(who)
    const { name, place, code } = profile
    if (seen !== code) {
      const why =
        seen === undefined ? 'Not verified yet.' : 'Not verified: that code belongs to another name or place.'
      throw new CommandError(
        `${why} Check this ${account.role} first:\n  ${name}\n  ${place}\nThen: npm run admin -- verify ${account.uid} ${code}`,
      )
    }
    const said = await runAndReport(tx, { who: { uid: account.uid }, order: { kind: 'verify', on: true } })
    return `${said}\n  ${place}`
  })
}

function changeAccount(database: Database, command: AccountCommand): Promise<string> {
  return database.transaction((tx) => runAndReport(tx, command))
}

async function runAndReport(tx: Tx, { who, order }: AccountCommand): Promise<string> {
  // Second factors belong to a person, so an email is never ambiguous here.
  const isAboutPerson = order.kind === 'remove_second_factors'
  const key = isAboutPerson ? await requireKeyForFactorRemoval(tx, who) : await resolveParty(tx, who)
  const done = await runOperatorCommand(tx, key, order)
  if (done === undefined) throw missingAccountError(who)
  const { account, changed, sessionsEnded, factorsRemoved } = done
  const kind = order.kind.replaceAll('_', ' ')
  const what = 'on' in order ? `${kind}: ${order.on ? 'yes' : 'no'}` : kind
  const ended = sessionsEnded === 0 ? '' : `, sessions ended: ${sessionsEnded}`
  const removed = factorsRemoved === 0 ? '' : `, second factors removed: ${factorsRemoved}`
  return `${account.name} (${account.role}, ${account.email}): ${what}${changed ? '' : ', unchanged'}${ended}${removed}`
}

async function appointOwnerAndReport(
  database: Database,
  { ofMasjid, owner }: AppointOwnerCommand,
): Promise<string> {
  const done = await database.transaction(async (tx) =>
    appointOwner(tx, await resolveParty(tx, ofMasjid, 'masjid'), owner),
  )
  if (done === undefined) throw missingAccountError(ofMasjid, 'masjid')
  const results = {
    named: `${owner} is now an owner`,
    invited: `${owner} was invited by email to become an owner`,
    unwanted: `${owner} got no invitation, because this person has stopped invitations. After they have signed up with this address and confirmed it, run this again`,
    unchanged: `${owner} is an owner already`,
  }
  return `${done.masjidName}: ${results[done.result]}`
}

/** Lists, releases or drops the letters that were held after a restore. */
async function handleHeldLetters(
  database: Database,
  { heldLetters: what }: HeldLettersCommand,
): Promise<string> {
  if (what === 'release') return `letters released: ${await database.transaction(releaseLetters)}`
  if (what === 'drop') return `letters dropped: ${await database.transaction(dropHeldLetters)}`
  const kinds = await countHeldLettersByKind(database.db)
  if (kinds.length === 0) return 'No letters are held.'
  return formatTable(
    ['letters held since the restore', 'number', 'oldest', 'newest'],
    kinds.map(({ kind, count, oldest, newest }) => [
      kind.replaceAll('_', ' '),
      String(count),
      oldest.toISOString(),
      newest.toISOString(),
    ]),
  )
}
