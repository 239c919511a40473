import { CommandError, parseCommand } from '../terminal/command-error.ts'

export type RestoreOptions = NonNullable<ReturnType<typeof readOptions>>

export const helpText = `npm run restore -- FILE [options]

Restores a backup made by npm run backup: into the database that DATABASE_URL names, which must be empty, or
into the embedded one in DATA_DIR. Stop the server first. FILE is verified before anything is changed.
A restore signs everybody out, ends the links in earlier letters, and holds unsent letters, which
npm run admin -- held-letters lists. It deletes again the accounts that were deleted after the backup: they
are listed in DATA_DIR/deleted-accounts.

  --put-aside        keeps an existing embedded database in DATA_DIR under another name. Without this option,
                     an existing database is never replaced.
  --deletions FILE   also deletes the accounts in another server's deleted-accounts. May be repeated.`

/** Parses the command line. Returns undefined for --help. Throws CommandError. */
export function readOptions(args: readonly string[]) {
  const { values, positionals } = parseCommand('restore', {
    args: [...args],
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      'put-aside': { type: 'boolean', default: false },
      deletions: { type: 'string', multiple: true, default: [] },
    },
  })
  if (values.help) return undefined
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new CommandError('See npm run restore -- --help')
  return {
    file,
    /** Whether to rename an existing embedded database and keep it. */
    putAside: values['put-aside'],
    /** The paths of further lists of deleted accounts. */
    deletions: values.deletions,
  }
}
