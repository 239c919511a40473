import * as z from 'zod/mini'
import { email } from '../../contract/fields.ts'
import type { OperatorCommand } from '../../server/identity/operator-command.ts'
import { CommandError } from '../terminal/command-error.ts'

export interface AccountCommand {
  readonly who: { readonly uid: string } | { readonly email: string }
  readonly order: OperatorCommand
}

/** A command that makes a person an owner of a masjid. `owner` is the person's email. */
export interface AppointOwnerCommand {
  readonly ofMasjid: AccountCommand['who']
  readonly owner: string
}

/** A command that verifies an account after the operator has checked its name and place. */
export interface VerifyCommand {
  readonly who: AccountCommand['who']
  /** The code that shows which name and place the operator has seen. If undefined, the command shows them. */
  readonly seen: string | undefined
}

/** A command about the letters that were held after a restore. */
export interface HeldLettersCommand {
  readonly heldLetters: 'show' | 'release' | 'drop'
}

/** A command that lists the masjids that the operator has not verified. */
interface ListUnverifiedCommand {
  readonly list: 'unverified'
}

export type AdminCommand =
  | AccountCommand
  | VerifyCommand
  | AppointOwnerCommand
  | HeldLettersCommand
  | ListUnverifiedCommand

export const helpText = `npm run admin -- COMMAND WHO [yes|no|CODE]

Changes an account in the database that DATABASE_URL names, or in the embedded database in DATA_DIR. WHO is
the account's uid, or its email if the person has no other account. The server may be running or stopped.
Each change is audited as the operator's.

  verify [CODE]          shows the verified badge next to the name. Without CODE, prints the name and place to
                         check, and their code. With CODE, refuses if the name or the place has changed since
  unverify               removes the badge
  suspend, restore       suspends the account (signs its members out, blocks sign-in, hides it), or restores it
  set-paid [yes|no]      records whether the account has paid
  set-free-trial [yes|no]
                         records whether the account is on a free trial
  remove-second-factors  removes the passkeys, authenticator app and recovery codes of a person who has lost
                         them, and tells the person by email
  end-sessions           signs all members of the account out everywhere
  name-owner OWNER       makes another person an owner of the masjid WHO. If OWNER is the confirmed email of a
                         person, the person becomes an owner at once, and all owners get an email. Any other
                         email gets an invitation

Without WHO:

  unverified             lists the masjids that aren't verified, with what you need to check them

After a restore, without WHO:

  held-letters           lists the letters from the backup that are held: number, kind and age
  release-letters        sends them
  drop-letters           deletes them; letters written since the restore are sent anyway`

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Parses the command line. Throws CommandError. */
export function readCommand([command = '', name = '', value, ...more]: readonly string[]): AdminCommand {
  const held = heldLetterActions.get(command)
  if (held !== undefined && name === '') return { heldLetters: held }
  if (command === 'unverified' && name === '') return { list: 'unverified' }
  const order = orderOf(command, value)
  const owner = command === 'name-owner' ? parseEmail(value) : undefined
  const usage = new CommandError('See npm run admin -- --help')
  const isKnown = order !== undefined || owner !== undefined || command === 'verify'
  if (!isKnown || more.length > 0) throw usage
  const who = name.trim().toLowerCase()
  if (who === '') throw new CommandError(`Say whose account: npm run admin -- ${command} EMAIL`)
  const account = uuid.test(who) ? { uid: who } : { email: who }
  if (owner !== undefined) return { ofMasjid: account, owner }
  if (order !== undefined) return { who: account, order }
  return { who: account, seen: value }
}

function parseEmail(value: string | undefined): string | undefined {
  const parsed = z.safeParse(email, value)
  return parsed.success ? parsed.data : undefined
}

function orderOf(command: string, value: string | undefined): OperatorCommand | undefined {
  if (command === 'set-paid' || command === 'set-free-trial') {
    if (value !== undefined && value !== 'yes' && value !== 'no') return undefined
    const kind = command === 'set-paid' ? 'set_paid' : 'set_free_trial'
    return { kind, on: value !== 'no' }
  }
  return value === undefined ? orders.get(command) : undefined
}

const heldLetterActions: ReadonlyMap<string, HeldLettersCommand['heldLetters']> = new Map([
  ['held-letters', 'show'],
  ['release-letters', 'release'],
  ['drop-letters', 'drop'],
])

const orders: ReadonlyMap<string, OperatorCommand> = new Map<string, OperatorCommand>([
  ['unverify', { kind: 'verify', on: false }],
  ['suspend', { kind: 'suspend', on: true }],
  ['restore', { kind: 'suspend', on: false }],
  ['end-sessions', { kind: 'end_sessions' }],
  ['remove-second-factors', { kind: 'remove_second_factors' }],
])
