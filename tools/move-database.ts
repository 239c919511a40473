import { readConfig } from '../server/config.ts'
import { MoveError } from '../server/database/move/connection.ts'
import { move } from '../server/database/move/move.ts'
import { undoMove } from '../server/database/move/undo.ts'
import {
  helpText,
  type MoveOptions,
  readMaxDowntime,
  readOptions,
  readTarget,
} from './move-database/options.ts'
import { moveSummary, printStep } from './move-database/progress.ts'
import { runAndClose } from './move-database/run-and-close.ts'
import {
  deleteAccountsIn,
  type OpenDatabase,
  openSource,
  openTarget,
} from './move-database/source-and-target.ts'
import { CommandError } from './terminal/command-error.ts'
import { failWith } from './terminal/explain-error.ts'

const args = process.argv.slice(2)
const openedDatabases: OpenDatabase[] = []
let isUndoing = false
// Created before the first database is opened. Otherwise a signal would end this process, but not the PostgreSQL that it has started.
const stopSignal = createStopSignal()
const errors = await runAndClose(
  async () => console.log(args.includes('--help') ? helpText : await carryOut(readOptions(args))),
  openedDatabases,
)
for (const error of errors) failWith(error)

async function carryOut(options: MoveOptions): Promise<string> {
  const config = readConfig(process.env)
  const source = await closeAtExit(openSource(config))
  const target = async () => closeAtExit(openTarget(readTarget(process.env)))
  if (options.kind === 'undo') {
    const isUndone = await undoMove({
      source,
      target: async () => {
        const to = await target()
        // From here on, ignore signals: if the undo stopped now, neither database would accept changes.
        isUndoing = true
        return to
      },
      loseChanges: options.loseChanges,
      redeleteAccounts: (uids) => deleteAccountsIn(source.url, uids),
    })
    return isUndone ? `${source.name} accepts changes again.` : `There is no move of ${source.name} to undo.`
  }
  const wanted = readTarget(process.env)
  const maxDowntime = readMaxDowntime(process.env)
  if ('folder' in wanted && wanted.folder === source.name) {
    throw new CommandError(`MOVE_TO_DIR is the folder that you want to move: choose another one.`)
  }
  const to = await closeAtExit(openTarget(wanted))
  return moveSummary(
    await move({ source, target: to, maxDowntime, signal: stopSignal, onStep: printStep }),
    source,
    to,
  )
}

async function closeAtExit(opening: Promise<OpenDatabase>): Promise<OpenDatabase> {
  const end = await opening
  openedDatabases.push(end)
  stopSignal.throwIfAborted()
  return end
}

/** Returns a signal that aborts when the operator or a service manager stops this process. */
function createStopSignal(): AbortSignal {
  const stopping = new AbortController()
  const interruption = args.includes('--undo')
    ? 'The undo was interrupted before it changed anything: run it again.'
    : 'The move was interrupted.'
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (isUndoing) {
        console.error(
          'The undo has begun and will be completed. If it does not end, kill this process and run npm run move -- --undo again.',
        )
      } else stopping.abort(new MoveError(interruption))
    })
  }
  return stopping.signal
}
