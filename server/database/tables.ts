import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { Role } from '../../contract/endpoint.ts'
import type { AuditEvent } from './audit-events.ts'

/** Set by the database when left out, never changed afterwards. */
type Stamp = ColumnType<Date, Date | undefined, never>
type Defaulted<T> = ColumnType<T, T | undefined, T>

interface Accounts {
  uid: Generated<string>
  role: ColumnType<'khateeb' | 'masjid', 'khateeb' | 'masjid', never>
  /** Only the emptied row of who left has none, and only history reads that. */
  email: ColumnType<string, string, string | null>
  email_verified_at: Defaulted<Date | null>
  password_hash: ColumnType<string, string, string | null>
  paid: Generated<boolean>
  free_trial: Generated<boolean>
  verified: Generated<boolean>
  created_at: Stamp
  /** When the account was deleted. */
  left_at: Defaulted<Date | null>
  suspended_at: Defaulted<Date | null>
}

interface Placed {
  zip_code: string
  city: string
  state_code: string
  /** Other names of the place, for search, in one line. */
  also_called: string
  latitude: number
  longitude: number
  /** The account is suspended: written by a trigger. */
  hidden: ColumnType<boolean, never, never>
  /** The account is verified: written by a trigger. */
  verified: ColumnType<boolean, never, never>
}

interface Masjids extends Placed {
  uid: string
  role: GeneratedAlways<'masjid'>
  masjid_name: string
  masjid_address: string
  time_zone: string
  phone: string
  website: string
}

interface Khateebs extends Placed {
  uid: string
  role: GeneratedAlways<'khateeb'>
  first_name: string
  last_name: string
  phone: string
  bio: Defaulted<string>
  expertise: Defaulted<string>
}

interface Sessions {
  id: Generated<string>
  token_hash: Buffer
  uid: string
  device: string
  created_at: Stamp
  last_seen_at: Defaulted<Date>
  expires_at: Date
}

interface KnownDevices {
  token_hash: Buffer
  uid: string
  first_used_at: Stamp
  last_used_at: Defaulted<Date>
}

export type LinkPurpose = 'reset_password' | 'verify_email' | 'confirm_email' | 'undo_email_change'

interface Links {
  token_hash: Buffer
  /** Order of making; bigint, so a string. */
  number: GeneratedAlways<string>
  uid: string
  purpose: LinkPurpose
  /** The address that the link is about, where it is about one. */
  email: Defaulted<string | null>
  /** The address that took the place of the one that the link leads back to. */
  replaced_by: Defaulted<string | null>
  created_at: Stamp
  expires_at: Date
  spent_at: Defaulted<Date | null>
}

interface Slots {
  id: Generated<string>
  masjid_uid: string
  /** YYYY-MM-DD, the masjid's wall clock. */
  date: string
  /** HH:MM:SS as PostgreSQL writes it; HH:MM is accepted. */
  time: string
  starts_at: Date
  created_at: Stamp
  removed_at: Defaulted<Date | null>
  /** How often a calendar would show another start, or that it is gone; counted by a trigger, with the time. */
  sequence: ColumnType<number, never, never>
  updated_at: ColumnType<Date, never, never>
}

type EndReason = 'removed' | 'withdrawn' | 'slot_removed'

interface Assignments {
  id: Generated<string>
  slot_id: string
  masjid_uid: string
  khateeb_uid: string
  starts_at: Date
  confirmed_at: Stamp
  ended_at: Defaulted<Date | null>
  end_reason: Defaulted<EndReason | null>
  /** What the assignment came from; null only where a server before schema 0021 made it. */
  proposal_id: ColumnType<string | null, string | null, never>
  /** Why the khateeb withdrew, until his account is deleted. */
  withdrawal_reason: Defaulted<string | null>
  /** As a slot's. */
  sequence: ColumnType<number, never, never>
  updated_at: ColumnType<Date, never, never>
}

interface Proposals {
  id: Generated<string>
  /** bigint, so a string. */
  number: GeneratedAlways<string>
  slot_id: string
  masjid_uid: string
  khateeb_uid: string
  direction: 'invite' | 'request'
  state: Defaulted<'pending' | 'accepted' | 'rejected' | 'revoked' | 'closed' | 'expired'>
  created_at: Stamp
  decided_at: Defaulted<Date | null>
}

interface Audit {
  /** bigint, so a string. */
  id: GeneratedAlways<string>
  happened_at: ColumnType<Date, never, never>
  by_role: ColumnType<
    'khateeb' | 'masjid' | 'operator' | 'minbar',
    'khateeb' | 'masjid' | 'operator' | 'minbar',
    never
  >
  by_uid: ColumnType<string | null, string | null, never>
  event: ColumnType<AuditEvent, AuditEvent, never>
  masjid_uid: ColumnType<string | null, string | null, never>
  khateeb_uid: ColumnType<string | null, string | null, never>
  slot_id: ColumnType<string | null, string | null, never>
  proposal_id: ColumnType<string | null, string | null, never>
  assignment_id: ColumnType<string | null, string | null, never>
  /** Of a profile that changed, its fields that did, by their names in the contract. */
  changed: ColumnType<string[] | null, string[] | null, never>
}

interface Letters {
  id: Generated<string>
  kind: string
  recipient: string
  props: JSONColumnType<Record<string, unknown>>
  created_at: Stamp
  attempts: Generated<number>
  next_attempt_at: Defaulted<Date>
  sent_at: Defaulted<Date | null>
  failed_at: Defaulted<Date | null>
  last_error: Defaulted<string | null>
  held: Generated<boolean>
}

interface IdempotencyKeys {
  caller: string
  key: string
  fingerprint: Buffer
  answer: JSONColumnType<Record<string, unknown>> | null
  created_at: Stamp
}

interface Blocks {
  khateeb_uid: string
  masjid_uid: string
  by_role: Role
  created_at: Generated<Date>
}

interface Upkeep {
  /** Always true, so there is one row. */
  only_row: Generated<boolean>
  /** Letters written until then wait for the operator; see letters/hold-until-released.ts. */
  letters_held_since: Date | null
  last_backup_at: Date | null
}

/** The tables of migrations/, as Kysely sees them. */
export interface Tables {
  accounts: Accounts
  masjids: Masjids
  khateebs: Khateebs
  sessions: Sessions
  known_devices: KnownDevices
  links: Links
  slots: Slots
  assignments: Assignments
  proposals: Proposals
  blocks: Blocks
  audit: Audit
  letters: Letters
  idempotency_keys: IdempotencyKeys
  upkeep: Upkeep
}
