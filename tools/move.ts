import { readConfig } from '../server/config.ts'
import { MoveError } from '../server/database/move/connection.ts'
import { move } from '../server/database/move/move.ts'
import { undoMove } from '../server/database/move/undo.ts'
import { openPostgres } from '../server/database/postgres.ts'
import { redeleteAccounts } from '../server/identity/delete-account.ts'
import { type OpenDatabase, openSource, openTarget } from './move/source-and-target.ts'
import { helpText, readClosedAtMost, readOrder, readTarget } from './move/options.ts'
import { printStep, moveSummary } from './move/progress.ts'
import { explainError } from './terminal/explain-error.ts'
import { WrongCommand } from './terminal/wrong-command.ts'

const args = process.argv.slice(2)
const opened: OpenDatabase[] = []
try {
  if (args.includes('--help')) console.log(helpText)
  else console.log(await carryOut(readOrder(args)))
} catch (error) {
  console.error(explainError(error))
  process.exitCode = 1
} finally {
  for (const end of opened.toReversed()) await end.close()
}

async function carryOut(order: ReturnType<typeof readOrder>): Promise<string> {
  const config = readConfig(process.env)
  const source = await keep(openSource(config))
  const target = async () => keep(openTarget(readTarget(process.env)))
  if (order.kind === 'undo') {
    const deleteInSource = (uids: readonly string[]) => deleteAccounts(source, uids)
    const { loseChanges } = order
    const isUndone = await undoMove({ source, target, loseChanges, redeleteAccounts: deleteInSource })
    return isUndone
      ? `${source.name} takes changes again.`
      : `There is no move of ${source.name} to take back.`
  }
  const wanted = readTarget(process.env)
  const closedAtMost = readClosedAtMost(process.env)
  if ('folder' in wanted && wanted.folder === source.name) {
    throw new WrongCommand(`MOVE_TO_DIR is the folder that is to be moved: name another one.`)
  }
  const to = await keep(openTarget(wanted))
  return moveSummary(
    await move({ source, target: to, closedAtMost, signal: stopped(), onStep: printStep }),
    source,
    to,
  )
}

async function keep(opening: Promise<OpenDatabase>): Promise<OpenDatabase> {
  const end = await opening
  opened.push(end)
  return end
}

/** Deletes accounts in a database that is closed to all other changes. */
async function deleteAccounts({ url }: OpenDatabase, uids: readonly string[]): Promise<void> {
  const database = openPostgres(url, 1)
  try {
    await database.reader
      .transaction()
      .setAccessMode('read write')
      .execute((tx) => redeleteAccounts(tx, uids))
  } finally {
    await database.close()
  }
}

/** Aborted when the operator or a service manager stops this process. */
function stopped(): AbortSignal {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => stopping.abort(new MoveError('The move was stopped, and nothing has changed.')))
  }
  return stopping.signal
}
