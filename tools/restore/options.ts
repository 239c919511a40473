import { parseArgs } from 'node:util'
import { WrongCommand } from '../terminal/wrong-command.ts'

export interface RestoreOptions {
  readonly file: string
  /** Keep the embedded database that is there under another name. */
  readonly putAside: boolean
  /** Files with more deleted accounts. */
  readonly deletions: readonly string[]
}

export const helpText = `npm run restore -- FILE [options]

Brings a file of npm run backup back: into the database that DATABASE_URL names, which must be empty, or into
the embedded one in DATA_DIR. Stop the server first. FILE is read to its end before anything is changed.
Everybody is signed out, links in letters end, and letters that wait are held: npm run admin -- held-letters
shows them. Accounts that were deleted since the backup are deleted again, by DATA_DIR/deleted-accounts.

  --put-aside        keeps the embedded database that is in DATA_DIR under another name; without it, a
                     database that is there is never replaced
  --deletions FILE   deletes the accounts of another server's deleted-accounts, too; may be given repeatedly`

/** Reads the command line; undefined where help is asked for. Throws WrongCommand. */
export function readOptions(args: readonly string[]): RestoreOptions | undefined {
  const { values, positionals } = parse(args)
  if (values.help) return undefined
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new WrongCommand('See npm run restore -- --help')
  return { file, putAside: values['put-aside'], deletions: values.deletions }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        'put-aside': { type: 'boolean', default: false },
        deletions: { type: 'string', multiple: true, default: [] },
      },
    })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new WrongCommand(`${why}. See npm run restore -- --help`)
  }
}
