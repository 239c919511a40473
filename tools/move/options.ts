import { resolve } from 'node:path'
import { WrongSetting } from '../../server/config.ts'
import { WrongCommand } from '../terminal/wrong-command.ts'

/** Where to move to: a PostgreSQL server, or the folder of an embedded database. */
export type Target = { readonly url: string } | { readonly folder: string }

/** What the command line asks for. */
export type Order = { readonly kind: 'move' } | { readonly kind: 'undo'; readonly loseChanges: boolean }

export const helpText = `MOVE_TO_URL=postgres://… npm run move
MOVE_TO_DIR=/var/lib/… npm run move

Moves everything from the database that DATABASE_URL or DATA_DIR names to another one, which has to be empty:
PostgreSQL, or an embedded database in a folder. Its servers may run. They answer changes with 503 while the rows
are copied, at most 30 seconds (MOVE_SECONDS); if that is too short, the move is given up and nothing has changed.
Afterwards the old database stays closed for good.

  --undo           takes a move back: the old database takes changes again, and the new one is closed for good
  --lose-changes   with --undo: also when people have changed something in the new one`

/** Reads the command line; throws WrongCommand. */
export function readOrder(args: readonly string[]): Order {
  const known = args.every((arg, at) => arg === (at === 0 ? '--undo' : '--lose-changes'))
  if (!known || args.length > 2) throw new WrongCommand('See npm run move -- --help')
  return args.length === 0 ? { kind: 'move' } : { kind: 'undo', loseChanges: args.length === 2 }
}

type Environment = Readonly<Record<string, string | undefined>>

/** Reads where to move to; throws WrongSetting, which does not repeat the URL, as that may hold a password. */
export function readTarget({ MOVE_TO_URL: url = '', MOVE_TO_DIR: folder = '' }: Environment): Target {
  if ((url === '') === (folder === '')) {
    throw new WrongSetting(
      'Set MOVE_TO_URL to the address of a PostgreSQL database, or MOVE_TO_DIR to a folder for an embedded one: one of them.',
    )
  }
  if (folder !== '') return { folder: resolve(folder) }
  if (!URL.canParse(url) || !['postgres:', 'postgresql:'].includes(new URL(url).protocol)) {
    throw new WrongSetting('MOVE_TO_URL must be an address that begins with postgres:// or postgresql://.')
  }
  return { url }
}

/** Milliseconds for which neither database may take changes; throws WrongSetting. */
export function readClosedAtMost({ MOVE_SECONDS: seconds = '' }: Environment): number {
  if (seconds === '') return 30_000
  if (!/^\d{1,5}$/u.test(seconds) || Number(seconds) < 3) {
    throw new WrongSetting(`MOVE_SECONDS must be a whole number from 3 to 99999, but it is "${seconds}".`)
  }
  return Number(seconds) * 1_000
}
