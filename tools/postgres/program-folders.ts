import { delimiter, join } from 'node:path'

/** Where versions of PostgreSQL stand side by side: the folder that lists them, and what a name in it says. */
const versioned = [
  { folder: '/usr/lib/postgresql', name: /^(\d+)$/u, inside: 'bin' },
  { folder: '/usr', name: /^pgsql-(\d+)$/u, inside: 'bin' },
  { folder: '/opt/homebrew/opt', name: /^postgresql@(\d+)$/u, inside: 'bin' },
  { folder: '/usr/local/opt', name: /^postgresql@(\d+)$/u, inside: 'bin' },
  { folder: '/Applications/Postgres.app/Contents/Versions', name: /^(\d+)$/u, inside: 'bin' },
]

/**
 * The folders that may hold PostgreSQL's programs, best first: those on the search path, then the usual places of
 * Debian, Red Hat, Homebrew and Postgres.app, each with its newest version first.
 * `list` gives the names in a folder, none when there is no such folder.
 */
export function postgresFolders(searchPath: string, list: (folder: string) => readonly string[]): string[] {
  const onPath = searchPath.split(delimiter).filter((folder) => folder !== '')
  const usual = versioned.flatMap(({ folder, name, inside }) =>
    list(folder)
      .flatMap((entry) => {
        const version = name.exec(entry)?.[1]
        return version === undefined ? [] : [{ entry, version: Number(version) }]
      })
      .toSorted((a, b) => b.version - a.version)
      .map(({ entry }) => join(folder, entry, inside)),
  )
  return [...onPath, ...usual]
}
