import type * as z from 'zod/mini'
import type { slotEvent } from '../../contract/audit.ts'

/** Events of slots, proposals and assignments. */
export type SlotEvent = z.infer<typeof slotEvent>

/** Events of accounts. */
type AccountEvent =
  | 'account_created'
  | 'profile_changed'
  | 'availability_changed'
  | 'plan_saved'
  | 'plan_stopped'
  | 'email_verified'
  | 'email_change_asked'
  | 'email_change_canceled'
  | 'email_changed'
  | 'email_change_undone'
  | 'password_changed'
  | 'password_reset'
  | 'session_ended'
  | 'second_factor_added'
  | 'second_factor_removed'
  | 'recovery_code_used'
  | 'recovery_codes_renewed'
  | 'account_disowned'
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
  | 'member_invited'
  | 'new_khateeb_invited'
  | 'invitation_revoked'
  // A khateeb answered an invitation that was sent to his email address. Or he joined without an answer: he confirmed that address, or
  // added a khateeb profile to the account with that address.
  | 'invited_khateeb_joined'
  | 'invited_khateeb_declined'
  | 'member_added'
  | 'member_role_changed'
  | 'member_removed'
  | 'member_left'
  | 'name_changed'
  | 'schedule_published'
  | 'schedule_unpublished'
  | 'approval_asked'
  // The khateeb is notified of the approval.
  | 'khateeb_approved'
  // Any other mark, or a note. The khateeb must not learn of it, so the row doesn't name him.
  | 'khateeb_marked'
  | 'approved_only_set'
  | 'approved_only_unset'
  | 'calendar_address_made'
  | 'calendar_address_deleted'
  | 'account_blocked'
  | 'account_unblocked'
  // One row for each khateeb who is notified of the masjid's new place or start times.
  | 'masjid_moved'
  // One row for each khateeb who is notified that a slot moved.
  | 'khateeb_told_of_move'
  // One row for each party that has an assignment or a pending proposal with the suspended or restored account.
  | 'other_side_suspended_or_restored'

/** Actions of the operator on the whole database. */
type DatabaseEvent = 'database_restored' | 'letters_released' | 'letters_dropped'

/** Every value of the `event` column of `audit`. */
export type AuditEvent = SlotEvent | AccountEvent | DatabaseEvent
