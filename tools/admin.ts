import { readConfig } from '../server/config.ts'
import type { Database } from '../server/database/database.ts'
import { migrate } from '../server/database/migrate.ts'
import { openForTool } from '../server/database/open.ts'
import { runOperatorCommand } from '../server/identity/operator-command.ts'
import { type AdminCommand, helpText, readCommand } from './admin/command.ts'
import { handleHeldLetters } from './admin/held-letters.ts'
import { explainError } from './terminal/explain-error.ts'
import { WrongCommand } from './terminal/wrong-command.ts'

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
    return await ('order' in command
      ? changeAccount(database, command)
      : handleHeldLetters(database, command.heldLetters))
  } finally {
    await database.close()
  }
}

async function changeAccount(
  database: Database,
  { who, order }: Extract<AdminCommand, { readonly order: unknown }>,
): Promise<string> {
  const done = await database.transaction((tx) => runOperatorCommand(tx, who, order))
  if (done === undefined) throw new WrongCommand(`There is no account ${Object.values(who).join()}.`)
  const { account, changed, sessionsEnded } = done
  const what =
    'on' in order ? `${order.kind.replaceAll('_', ' ')}: ${order.on ? 'yes' : 'no'}` : 'end sessions'
  const ended = sessionsEnded === 0 ? '' : `, sessions ended: ${sessionsEnded}`
  return `${account.name} (${account.role}, ${account.email}): ${what}${changed ? '' : ', unchanged'}${ended}`
}
