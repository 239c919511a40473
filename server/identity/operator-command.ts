import { sql } from 'kysely'
import { accountEntry, recordAudit } from '../audit/record-audit.ts'
import type { AuditEvent } from '../database/audit-events.ts'
import { databaseNow, type Tx } from '../database/database.ts'
import { auditSuspensionForCounterparties } from '../proposals/audit-suspension-for-counterparties.ts'
import { type AccountKey, lockAccount } from './accounts.ts'
import { endSessions } from './sessions.ts'

/** What the operator can do to an account. */
export type OperatorCommand =
  | { readonly kind: 'verify' | 'suspend' | 'set_paid' | 'set_free_trial'; readonly on: boolean }
  | { readonly kind: 'end_sessions' }

/**
 * Runs a command on the account with a uid or an email; undefined if there is none. `changed` is false if the account was in
 * the requested state already. Audited with the role `operator`.
 */
export async function runOperatorCommand(tx: Tx, who: AccountKey, command: OperatorCommand) {
  const account = await lockAccount(tx, who)
  if (account === undefined) return undefined
  const { uid, personId } = account
  const stateChanged = command.kind !== 'end_sessions' && (await set(tx, uid, command))
  const endsSessions = command.kind === 'end_sessions' || (command.kind === 'suspend' && command.on)
  const sessionsEnded = endsSessions ? await endSessions(tx, personId) : 0
  const changed = stateChanged || sessionsEnded > 0
  if (changed) await recordAudit(tx, { role: 'operator' }, [accountEntry(account, auditEventOf(command))])
  if (stateChanged && command.kind === 'suspend')
    await auditSuspensionForCounterparties(tx, { role: 'operator' }, account)
  return { account, changed, sessionsEnded }
}

type Setting = Exclude<OperatorCommand, { readonly kind: 'end_sessions' }>

async function set(tx: Tx, uid: string, { kind, on }: Setting): Promise<boolean> {
  const account = tx.updateTable('parties').where('uid', '=', uid)
  const changes = {
    verify: () => account.set({ verified: on }).where('verified', '!=', on),
    set_paid: () => account.set({ paid: on }).where('paid', '!=', on),
    set_free_trial: () => account.set({ free_trial: on }).where('free_trial', '!=', on),
    suspend: () =>
      account
        .set({ suspended_at: on ? databaseNow : null })
        .where(sql<boolean>`(suspended_at is not null) <> ${on}`),
  }
  const { numUpdatedRows } = await changes[kind]().executeTakeFirst()
  return numUpdatedRows === 1n
}

function auditEventOf(command: OperatorCommand): AuditEvent {
  return command.kind === 'end_sessions' ? 'sessions_ended' : events[command.kind][command.on ? 'on' : 'off']
}

const events = {
  verify: { on: 'account_verified', off: 'account_unverified' },
  suspend: { on: 'account_suspended', off: 'account_restored' },
  set_paid: { on: 'paid_set', off: 'paid_unset' },
  set_free_trial: { on: 'free_trial_set', off: 'free_trial_unset' },
} as const
