import { delimiter, join } from 'node:path'

/** Folders in which several versions of PostgreSQL can be installed, and the pattern of a version's folder name. */
const versioned = [
  { folder: '/usr/lib/postgresql', name: /^(\d+)$/u, inside: 'bin' },
  { folder: '/usr', name: /^pgsql-(\d+)$/u, inside: 'bin' },
  { folder: '/opt/homebrew/opt', name: /^postgresql@(\d+)$/u, inside: 'bin' },
  { folder: '/usr/local/opt', name: /^postgresql@(\d+)$/u, inside: 'bin' },
  { folder: '/Applications/Postgres.app/Contents/Versions', name: /^(\d+)$/u, inside: 'bin' },
]

/**
 * The folders that may contain PostgreSQL's programs, in order of preference: those on PATH, then those of Debian, Red Hat,
 * Homebrew and Postgres.app, each with its newest version first.
 * @param list returns the names in a folder, or none if the folder doesn't exist
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
