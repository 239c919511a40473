import { sql } from 'kysely'
import { accountEntry, recordAudit } from '../audit/record.ts'
import type { AuditEvent } from '../database/audit-events.ts'
import { now, type Tx } from '../database/database.ts'
import { type Account, lockAccount } from './accounts.ts'
import { endSessions } from './sessions.ts'

/** What whoever runs the server can do to an account. */
export type OperatorCommand =
  | { readonly kind: 'verify' | 'suspend' | 'set_paid' | 'set_free_trial'; readonly on: boolean }
  | { readonly kind: 'end_sessions' }

interface Carried {
  readonly account: Account
  /** False where it was so already. */
  readonly changed: boolean
  readonly sessionsEnded: number
}

/** Carries out an order about the account of an e-mail or a uid; undefined where there is none. Audited as the operator. */
export async function runOperatorCommand(
  tx: Tx,
  who: { readonly uid: string } | { readonly email: string },
  order: OperatorCommand,
): Promise<Carried | undefined> {
  const account = await lockAccount(tx, who)
  if (account === undefined) return undefined
  const { uid } = account
  const isSet = order.kind !== 'end_sessions' && (await set(tx, uid, order))
  const ends = order.kind === 'end_sessions' || (order.kind === 'suspend' && order.on)
  const sessionsEnded = ends ? await endSessions(tx, uid) : 0
  const changed = isSet || sessionsEnded > 0
  if (changed) await recordAudit(tx, { role: 'operator' }, [accountEntry(account, eventOf(order))])
  return { account, changed, sessionsEnded }
}

type Setting = Exclude<OperatorCommand, { readonly kind: 'end_sessions' }>

async function set(tx: Tx, uid: string, { kind, on }: Setting): Promise<boolean> {
  const account = tx.updateTable('accounts').where('uid', '=', uid)
  const changes = {
    verify: () => account.set({ verified: on }).where('verified', '!=', on),
    set_paid: () => account.set({ paid: on }).where('paid', '!=', on),
    set_free_trial: () => account.set({ free_trial: on }).where('free_trial', '!=', on),
    suspend: () =>
      account.set({ suspended_at: on ? now : null }).where(sql<boolean>`(suspended_at is not null) <> ${on}`),
  }
  const { numUpdatedRows } = await changes[kind]().executeTakeFirst()
  return numUpdatedRows === 1n
}

function eventOf(order: OperatorCommand): AuditEvent {
  return order.kind === 'end_sessions' ? 'sessions_ended' : events[order.kind][order.on ? 'on' : 'off']
}

const events = {
  verify: { on: 'account_verified', off: 'account_unverified' },
  suspend: { on: 'account_suspended', off: 'account_restored' },
  set_paid: { on: 'paid_set', off: 'paid_unset' },
  set_free_trial: { on: 'free_trial_set', off: 'free_trial_unset' },
} as const
