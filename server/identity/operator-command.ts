import { sql } from 'kysely'
import { accountEntry, recordAudit } from '../audit/record-audit.ts'
import type { AuditEvent } from '../database/audit-events.ts'
import { databaseNow, type Tx } from '../database/database.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import { auditSuspensionForCounterparties } from '../proposals/audit-suspension-for-counterparties.ts'
import { type Account, type AccountKey, lockAccount } from './accounts.ts'
import { deleteSecondFactors } from './second-factor/factors.ts'

/** A command of the operator on an account. */
export type OperatorCommand =
  | { readonly kind: 'verify' | 'suspend' | 'set_paid' | 'set_free_trial'; readonly on: boolean }
  | { readonly kind: 'end_sessions' }
  | { readonly kind: 'remove_second_factors' }

/**
 * Runs a command on the account with a uid or an email. Returns undefined if there is no such account. `changed` is false if the account
 * already had the requested state. Changes are audited with the role `operator`.
 */
export async function runOperatorCommand(tx: Tx, who: AccountKey, command: OperatorCommand) {
  const account = await lockAccount(tx, who)
  if (account === undefined) return undefined
  const { uid } = account
  const stateChanged = 'on' in command && (await applySetting(tx, uid, command))
  const endsSessions = command.kind === 'end_sessions' || (command.kind === 'suspend' && command.on)
  const sessionsEnded = endsSessions ? await endMembersSessions(tx, uid) : 0
  const factorsRemoved = command.kind === 'remove_second_factors' ? await removeSecondFactors(tx, account) : 0
  const changed = stateChanged || sessionsEnded > 0 || factorsRemoved > 0
  if (changed) {
    const entry = accountEntry(account, auditEventOf(command))
    // Only a command about second factors is about one person. Other commands are about the party.
    const isOfPerson = command.kind === 'remove_second_factors'
    const entries = [isOfPerson ? { ...entry, personId: account.personId } : entry]
    await recordAudit(tx, { role: 'operator' }, entries)
  }
  if (stateChanged && command.kind === 'suspend')
    await auditSuspensionForCounterparties(tx, { role: 'operator' }, account)
  return { account, changed, sessionsEnded, factorsRemoved }
}

/**
 * Removes the second factors of a person who has lost them and the recovery codes. The person then signs in with only the password, until
 * they add new factors. Returns the number of removed factors.
 */
async function removeSecondFactors(
  tx: Tx,
  { personId, email, nameInLetters: name }: Account,
): Promise<number> {
  const removed = await deleteSecondFactors(tx, personId)
  if (removed > 0)
    await queueLetters(tx, [{ to: email, letter: { kind: 'second_factors_reset', props: { name } } }])
  return removed
}

/**
 * Ends the sessions of all people who may act for the party. Returns the number of ended sessions. Locks these people, because
 * `openSession` does so, too: a concurrent sign-in either finishes first, and its session ends here, or sees a suspension.
 */
async function endMembersSessions(tx: Tx, partyUid: string): Promise<number> {
  const members = tx.selectFrom('memberships').where('party_uid', '=', partyUid).select('person_id')
  await tx
    .selectFrom('people')
    .where('id', 'in', members)
    .orderBy('id')
    .forNoKeyUpdate()
    .select('id')
    .execute()
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('person_id', 'in', members)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

type Setting = Extract<OperatorCommand, { readonly on: boolean }>

async function applySetting(tx: Tx, uid: string, { kind, on }: Setting): Promise<boolean> {
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
  if (command.kind === 'end_sessions') return 'sessions_ended'
  if (command.kind === 'remove_second_factors') return 'second_factor_removed'
  return events[command.kind][command.on ? 'on' : 'off']
}

const events = {
  verify: { on: 'account_verified', off: 'account_unverified' },
  suspend: { on: 'account_suspended', off: 'account_restored' },
  set_paid: { on: 'paid_set', off: 'paid_unset' },
  set_free_trial: { on: 'free_trial_set', off: 'free_trial_unset' },
} as const
