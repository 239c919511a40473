import { resolve } from 'node:path'
import { InvalidSettingError } from '../../server/read-setting.ts'
import { CommandError } from '../terminal/command-error.ts'

/** The target of a move: a PostgreSQL server, or the folder of an embedded database. */
export type Target = { readonly url: string } | { readonly folder: string }

export type MoveOptions = { readonly kind: 'move' } | { readonly kind: 'undo'; readonly loseChanges: boolean }

export const helpText = `MOVE_TO_URL=postgres://… npm run move
MOVE_TO_DIR=/var/lib/… npm run move

Moves all data from the database that DATABASE_URL or DATA_DIR names to another, empty one: PostgreSQL, or an
embedded database in a folder. The servers may keep running. They answer changes with 503 while rows are copied,
for at most 30 seconds (MOVE_SECONDS). If the copy takes longer, the move is canceled and nothing has changed.
After the move, the old database refuses changes.

  --undo           undoes a move: the old database accepts changes again, and the new one never does
  --lose-changes   with --undo: discard the changes that people have made in the new one`

/** Parses the command line. Throws CommandError. */
export function readOptions(args: readonly string[]): MoveOptions {
  const known = args.every((arg, at) => arg === (at === 0 ? '--undo' : '--lose-changes'))
  if (!known || args.length > 2) throw new CommandError('See npm run move -- --help')
  return args.length === 0 ? { kind: 'move' } : { kind: 'undo', loseChanges: args.length === 2 }
}

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the target of a move. Throws InvalidSettingError. Its message leaves the URL out, because a URL may contain a password. */
export function readTarget({ MOVE_TO_URL: url = '', MOVE_TO_DIR: folder = '' }: Environment): Target {
  if ((url === '') === (folder === '')) {
    throw new InvalidSettingError(
      'Set MOVE_TO_URL to the address of a PostgreSQL database, or MOVE_TO_DIR to a folder for an embedded database, but only one of them.',
    )
  }
  if (folder !== '') return { folder: resolve(folder) }
  if (!URL.canParse(url) || !['postgres:', 'postgresql:'].includes(new URL(url).protocol)) {
    throw new InvalidSettingError('MOVE_TO_URL must be a URL that starts with postgres:// or postgresql://.')
  }
  return { url }
}

/** Reads the longest time, in milliseconds, for which both databases may refuse changes. Throws InvalidSettingError. */
export function readMaxDowntime({ MOVE_SECONDS: seconds = '' }: Environment): number {
  if (seconds === '') return 30_000
  if (!/^\d{1,5}$/u.test(seconds) || Number(seconds) < 3) {
    throw new InvalidSettingError(
      `MOVE_SECONDS must be a whole number from 3 to 99999, but it is "${seconds}".`,
    )
  }
  return Number(seconds) * 1_000
}
