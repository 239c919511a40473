import type { OperatorCommand } from '../../server/identity/operator-command.ts'
import { WrongCommand } from '../terminal/wrong-command.ts'

/** What the command line asks for: an order about an account, or about the letters that a restore holds. */
export type Asked =
  | { readonly who: { readonly uid: string } | { readonly email: string }; readonly order: OperatorCommand }
  | { readonly heldLetters: 'show' | 'release' | 'drop' }

export const helpText = `npm run admin -- COMMAND WHO [yes|no]

Changes an account, named by its e-mail or its uid, in the database that DATABASE_URL names, or in the
embedded one in DATA_DIR, whether or not its server runs. What is done is audited as the operator's.

  verify, unverify       shows a badge with the name, or no longer
  suspend, restore       ends its sessions, lets nobody sign in and hides it from everybody, or undoes that
  set-paid [yes|no]      whether it has paid
  set-free-trial [yes|no]
  end-sessions           signs it out everywhere

After a restore, without a WHO:

  held-letters           says how many letters of the backup wait, of what kind and how old
  release-letters        has them sent
  drop-letters           deletes them; what was written since the restore is sent anyway`

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Reads the command line; throws WrongCommand. */
export function readCommand([command = '', name = '', value, ...more]: readonly string[]): Asked {
  const held = heldLetters.get(command)
  if (held !== undefined && name === '') return { heldLetters: held }
  const order = orderOf(command, value)
  if (order === undefined || more.length > 0) throw new WrongCommand('See npm run admin -- --help')
  const who = name.trim().toLowerCase()
  if (who === '') throw new WrongCommand(`Say whose account: npm run admin -- ${command} E-MAIL`)
  return { who: uuid.test(who) ? { uid: who } : { email: who }, order }
}

function orderOf(command: string, value: string | undefined): OperatorCommand | undefined {
  if (command === 'set-paid' || command === 'set-free-trial') {
    if (value !== undefined && value !== 'yes' && value !== 'no') return undefined
    const kind = command === 'set-paid' ? 'set_paid' : 'set_free_trial'
    return { kind, on: value !== 'no' }
  }
  return value === undefined ? orders.get(command) : undefined
}

const heldLetters: ReadonlyMap<string, 'show' | 'release' | 'drop'> = new Map([
  ['held-letters', 'show'],
  ['release-letters', 'release'],
  ['drop-letters', 'drop'],
])

const orders: ReadonlyMap<string, OperatorCommand> = new Map<string, OperatorCommand>([
  ['verify', { kind: 'verify', on: true }],
  ['unverify', { kind: 'verify', on: false }],
  ['suspend', { kind: 'suspend', on: true }],
  ['restore', { kind: 'suspend', on: false }],
  ['end-sessions', { kind: 'end_sessions' }],
])
