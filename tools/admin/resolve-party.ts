import type { Role } from '../../contract/endpoint.ts'
import type { Queryable } from '../../server/database/database.ts'
import { accountsWithEmail, findAccount } from '../../server/identity/accounts.ts'
import { CommandError } from '../terminal/command-error.ts'
import type { AccountCommand } from './command.ts'

/**
 * Returns the uid of the account that the operator named. Throws CommandError if the email has no account. Also throws if it has several,
 * because the command could otherwise change the wrong masjid of a person. A uid is returned without a check.
 * @param role the only role whose accounts count; by default, both roles count
 */
export async function resolveParty(
  reader: Queryable,
  who: AccountCommand['who'],
  role?: Role,
): Promise<{ readonly uid: string }> {
  if ('uid' in who) return who
  const accounts = await accountsWithEmail(reader, who.email)
  const choices = role === undefined ? accounts : accounts.filter((it) => it.role === role)
  const [first, second] = choices
  if (first === undefined) throw missingAccountError(who, role)
  if (second === undefined) return first
  const lines = choices.map((it) => `\n  ${it.uid}  ${it.name} (${it.role})`)
  throw new CommandError(`${who.email} has several accounts. Use the uid of one instead:${lines.join('')}`)
}

/**
 * Checks the key (an email or a uid) of the person whose second factors the command removes. The uid of a khateeb is valid, because a
 * khateeb has only one member. Throws CommandError for the uid of a masjid, because any of its members could be meant.
 */
export async function requireKeyForFactorRemoval(
  reader: Queryable,
  who: AccountCommand['who'],
): Promise<AccountCommand['who']> {
  const account = 'uid' in who ? await findAccount(reader, who) : undefined
  if (account?.role !== 'masjid') return who
  throw new CommandError(
    `${account.uid} is a masjid, not a person: use the email of the person who has lost their second factors.`,
  )
}

export function missingAccountError(who: AccountCommand['who'], role?: Role): CommandError {
  return new CommandError(`There is no ${role ?? 'account'} ${Object.values(who).join()}.`)
}
