import { readConfig } from '../../server/config.ts'
import { type CheckResult, warning } from './check.ts'

/** Returns a warning for each variable whose name is almost the name of a setting. Such a variable has no effect. */
export function findMisspelledSettings(env: NodeJS.ProcessEnv): CheckResult[] {
  const known = settingNames()
  return Object.keys(env)
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      const meant = [...known].find((setting) => editDistance(name, setting) <= maxDistance(name, setting))
      return meant === undefined ? [] : [warning(`${name} is not a setting: did you mean ${meant}?`)]
    })
}

/** Returns the names of the settings: all variables that `readConfig` reads. */
function settingNames(): ReadonlySet<string> {
  const names = new Set<string>()
  readConfig(new Proxy({}, { get: (_, name) => void names.add(String(name)) }))
  return names
}

/**
 * Short names need a closer match, because programs have many short variables: MAILTO is not a misspelled MAILBOX. At most half of the
 * characters after the words that both names begin with may differ: DATABASE_USER is not a misspelled DATABASE_URL.
 */
function maxDistance(name: string, setting: string): number {
  const { length } = setting
  if (length < 6) return 0
  const rest = Math.max(name.length, length) - sharedWordsLength(name, setting)
  return Math.min(length <= 8 ? 1 : length <= 10 ? 2 : 3, Math.floor(rest / 2))
}

/** Returns the number of characters of the words, with their underscores, that both names begin with. */
function sharedWordsLength(name: string, setting: string): number {
  let end = 0
  while (end < setting.length && name[end] === setting[end]) end += 1
  return setting.slice(0, end).lastIndexOf('_') + 1
}

/** Returns the smallest number of inserted, deleted, replaced and swapped characters that turns one text into the other. */
function editDistance(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    rows.push(current)
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = at(row - 1, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1)
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const swapped = isSwap ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY
      current.push(Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, replaced, swapped))
    }
  }
  return at(from.length, to.length)
}
