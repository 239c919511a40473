import type * as z from 'zod/mini'
import type { slotEvent } from '../../contract/audit.ts'

/** What happens to a slot, its proposals and its assignments. */
export type SlotEvent = z.infer<typeof slotEvent>

/** What happens to an account and its rights. */
type AccountEvent =
  | 'account_created'
  | 'profile_changed'
  | 'email_verified'
  | 'email_change_asked'
  | 'email_changed'
  | 'email_change_undone'
  | 'password_changed'
  | 'password_reset'
  | 'session_ended'
  | 'account_deleted'
  | 'account_verified'
  | 'account_unverified'
  | 'account_suspended'
  | 'account_restored'
  | 'paid_set'
  | 'paid_unset'
  | 'free_trial_set'
  | 'free_trial_unset'
  | 'sessions_ended'
  | 'account_blocked'
  | 'account_unblocked'

/** What the operator does to the whole database. */
type DatabaseEvent = 'database_restored' | 'letters_released' | 'letters_dropped'

/** Everything that is audited. */
export type AuditEvent = SlotEvent | AccountEvent | DatabaseEvent
