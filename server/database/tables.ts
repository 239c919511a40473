import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { Language } from '../../contract/availability-choices.ts'
import type { MemberRole, Role } from '../../contract/endpoint.ts'
import type { InvitedAs } from '../../contract/member-role.ts'
import type { KhateebMark } from '../../domain/approval/approval.ts'
import type { PlannedService } from '../../domain/khutbahs/plan.ts'
import type { NewsCategory, NewsDelivery, NewsLanguage } from '../../domain/news/delivery.ts'
import type { Direction, ProposalState } from '../../domain/proposals/proposal.ts'
import type { AuditEvent } from './audit-events.ts'

/** Set by the database if the insert gives no value; never updated. */
type Timestamp = ColumnType<Date, Date | undefined, never>
type Defaulted<T> = ColumnType<T, T | undefined, T>
/** Never updated. */
type Constant<T> = ColumnType<T, T, never>
/** Set by the database, and never written by the server. */
type Maintained<T> = ColumnType<T, never, never>

type ProfileColumns = {
  zip_code: string
  city: string
  state_code: string
  /** Other names of the place, for search, separated by commas. */
  also_called: string
  latitude: number
  longitude: number
  /** Whether the party is suspended; a trigger maintains it. */
  hidden: Maintained<boolean>
  /** Whether the party is verified; a trigger maintains it. */
  verified: Maintained<boolean>
  /** The number of changes of the columns that calendar events show. A trigger counts them. */
  sequence: Maintained<number>
  updated_at: Maintained<Date>
}

export type LinkPurpose =
  | 'reset_password'
  | 'verify_email'
  | 'confirm_email'
  | 'undo_email_change'
  | 'disown_account'

export type SecondFactorKind = 'passkey' | 'authenticator_app'

export type InvitationAnswer = 'accepted' | 'declined'

/** The purposes for which a passkey signs a challenge. */
export type PasskeyPurpose = 'sign_in' | 'confirm' | 'add'

/** The tables that migrations/ create, typed for Kysely. */
export interface Tables {
  people: {
    id: Generated<string>
    /** Null only in the tombstone of a deleted person, which only history reads. So the read type has no null. */
    email: ColumnType<string, string, string | null>
    email_verified_at: Defaulted<Date | null>
    password_hash: ColumnType<string, string, string | null>
    name: Defaulted<string | null>
    created_at: Timestamp
    /** When the person was deleted. */
    left_at: Defaulted<Date | null>
  }
  parties: {
    uid: Generated<string>
    role: Constant<Role>
    /** The operator records whether the account has paid, or is on a free trial. Nothing else depends on these two columns. */
    paid: Generated<boolean>
    free_trial: Generated<boolean>
    verified: Generated<boolean>
    created_at: Timestamp
    /** When the party was deleted. */
    left_at: Defaulted<Date | null>
    suspended_at: Defaulted<Date | null>
  }
  memberships: {
    person_id: Constant<string>
    party_uid: Constant<string>
    party_role: Constant<Role>
    role: MemberRole
    created_at: Timestamp
  }
  masjids: ProfileColumns & {
    uid: string
    role: GeneratedAlways<'masjid'>
    masjid_name: string
    masjid_address: string
    /** The masjid's place when the operator verified the masjid. A trigger sets both columns; null while the masjid is not verified. */
    verified_latitude: Maintained<number | null>
    verified_longitude: Maintained<number | null>
    time_zone: string
    phone: string
    website: string
    approved_only: Defaulted<boolean>
  }
  khateebs: ProfileColumns & {
    uid: string
    role: GeneratedAlways<'khateeb'>
    first_name: string
    last_name: string
    phone: string
    bio: Defaulted<string>
    expertise: Defaulted<string>
    /** Whether signed-out visitors see the name. */
    named_publicly: Defaulted<boolean>
  }
  availability: {
    khateeb_uid: Constant<string>
    max_a_month: Defaulted<number | null>
    max_miles: Defaulted<number | null>
    weeks_between: Defaulted<number | null>
    languages: Defaulted<string[]>
    short_notice: Defaulted<boolean>
  }
  away_dates: {
    khateeb_uid: Constant<string>
    /** YYYY-MM-DD. */
    date: Constant<string>
  }
  plans: {
    masjid_uid: Constant<string>
    services: JSONColumnType<PlannedService[]>
    /** YYYY-MM-DD; pg reads the items as instants, so read them as JSON. */
    closures: ColumnType<never, string[], string[]>
    weeks_ahead: number
    posted_through: string
  }
  planned_slots: {
    masjid_uid: Constant<string>
    date: Constant<string>
    service_key: Constant<number>
    time: string
    language: Language | null
    slot_id: Constant<string | null>
  }
  invitations: {
    id: Generated<string>
    masjid_uid: Constant<string>
    email: Constant<string>
    role: InvitedAs
    token_hash: Buffer
    invited_by: string | null
    created_at: ColumnType<Date, Date | undefined, Date>
    expires_at: Date
    ended_at: Defaulted<Date | null>
    slot_id: Defaulted<string | null>
    /** The slot’s time and place in the last letter, a `SlotTimeAndPlace`. */
    told: Defaulted<unknown>
    /** The answer that ended the invitation. Null if it is pending, ended without an answer, or ended before this column existed. */
    answer: Defaulted<InvitationAnswer | null>
  }
  /** The links in letters with invitations by which the owner of an address stops further invitations. */
  opt_out_links: {
    token_hash: Buffer
    address_hash: Buffer
    created_at: Timestamp
  }
  /** The addresses whose owners have stopped invitations. */
  uninvitable_addresses: {
    address_hash: Buffer
    created_at: Timestamp
  }
  sessions: {
    id: Generated<string>
    token_hash: Buffer
    person_id: string
    device: string
    created_at: Timestamp
    last_seen_at: Defaulted<Date>
    expires_at: Date
  }
  known_devices: {
    token_hash: Buffer
    person_id: string
    first_used_at: Timestamp
    last_used_at: Defaulted<Date>
  }
  second_factors: {
    id: Generated<string>
    person_id: Constant<string>
    kind: Constant<SecondFactorKind>
    /** The device on which the second factor was added. */
    device: Constant<string>
    added_at: Timestamp
    last_used_at: Defaulted<Date | null>
    /** The columns of a passkey; null for an authenticator app. `counter` is bigint, so a string. */
    credential_id: Defaulted<string | null>
    public_key: Defaulted<Buffer | null>
    counter: ColumnType<string | null, number | undefined, number>
    /** The columns of an authenticator app; null for a passkey. `last_time_step` is bigint, so a string. */
    secret: Defaulted<string | null>
    last_time_step: ColumnType<string | null, number | undefined, number>
  }
  recovery_codes: {
    person_id: Constant<string>
    code_hash: Constant<Buffer>
    created_at: Timestamp
    /** Set for a code that has confirmed a renewal: until this instant, it can only repeat the renewal. Null for an unused code. */
    renews_until: Defaulted<Date | null>
    /** Set for a code that has confirmed a renewal: the salt of the new codes. */
    renewal_salt: Defaulted<Buffer | null>
  }
  passkey_challenges: {
    challenge_hash: Constant<Buffer>
    purpose: Constant<PasskeyPurpose>
    /** Null for `sign_in`. */
    person_id: Constant<string | null>
    expires_at: Date
  }
  authenticator_app_setups: {
    person_id: Constant<string>
    secret: string
    expires_at: Date
  }
  links: {
    token_hash: Buffer
    /** Order of creation; bigint, so a string. */
    number: GeneratedAlways<string>
    person_id: string
    purpose: LinkPurpose
    /** The address that `confirm_email` confirms or `undo_email_change` restores; null for other purposes. */
    email: Defaulted<string | null>
    /** For `undo_email_change`: the new address that replaced `email`. */
    replaced_by: Defaulted<string | null>
    created_at: Timestamp
    expires_at: Date
    spent_at: Defaulted<Date | null>
  }
  answer_links: {
    token_hash: Buffer
    person_id: string
    party_uid: string
    proposal_id: string
    created_at: Timestamp
    expires_at: Date
  }
  /** The members who got the calendar event of a slot and a khateeb in a letter, and have got no later letter that canceled the event. */
  mailed_events: {
    slot_id: string
    khateeb_uid: string
    person_id: string
    party_uid: string
    /** Changes with each letter that has the event. */
    mailing: Generated<string>
    /** The start and the status of the event in the last letter. Null if unknown: a letter with the event may not be sent yet. */
    starts_at: Generated<Date | null>
    awaits_reconfirmation: Generated<boolean | null>
  }
  slots: {
    id: Generated<string>
    masjid_uid: string
    /** YYYY-MM-DD in the masjid's time zone. */
    date: string
    /** HH:MM:SS when read; HH:MM is accepted when written. */
    time: string
    starts_at: Date
    /** The language of the khutbah, an ISO 639-1 code; null for any. */
    language: Defaulted<Language | null>
    /** What the khateeb should know; empty without a note. */
    note: Defaulted<string>
    created_at: Timestamp
    removed_at: Defaulted<Date | null>
    /**
     * The SEQUENCE of calendar events: how often the start or the words changed or the slot was removed. A trigger sets it and
     * `updated_at`.
     */
    sequence: Maintained<number>
    updated_at: Maintained<Date>
  }
  assignments: {
    id: Generated<string>
    slot_id: string
    masjid_uid: string
    khateeb_uid: string
    starts_at: Date
    /**
     * The start that the khateeb agreed to, if the slot has another start now. Set at the insert, and by a trigger at each move. Null again
     * once the khateeb confirms the new start. In an ended assignment: the start at the time of the end, if the slot has moved since.
     */
    agreed_starts_at: ColumnType<Date | null, Date | null | undefined, null>
    /** The trigger sets this column at each move. `skipReconfirmation` clears it if the khateeb stays confirmed. */
    awaits_reconfirmation: ColumnType<boolean, boolean | undefined, false>
    confirmed_at: Timestamp
    ended_at: Defaulted<Date | null>
    end_reason: Defaulted<'removed' | 'withdrawn' | 'slot_removed' | null>
    /** The proposal that led to the assignment. Null only in rows of tests and benchmarks, which insert assignments directly. */
    proposal_id: Constant<string | null>
    /** Erased when the khateeb is deleted. */
    withdrawal_reason: Defaulted<string | null>
    /** What the khateeb will speak about. Erased when the khateeb is deleted. */
    topic: Defaulted<string | null>
    /** The SEQUENCE of calendar events, as in `slots`. */
    sequence: Maintained<number>
    updated_at: Maintained<Date>
  }
  proposals: {
    id: Generated<string>
    /** bigint, so a string. */
    number: GeneratedAlways<string>
    slot_id: string
    masjid_uid: string
    khateeb_uid: string
    direction: Direction
    state: Defaulted<ProposalState>
    created_at: Timestamp
    decided_at: Defaulted<Date | null>
    /**
     * The start that the khateeb requested, if the slot has another start now. A trigger sets it. `decideProposal` clears it if the khateeb
     * agrees to the new start.
     */
    agreed_starts_at: ColumnType<Date | null, never, null>
  }
  khateeb_marks: {
    masjid_uid: Constant<string>
    khateeb_uid: Constant<string>
    mark: Defaulted<KhateebMark | null>
    note: Defaulted<string>
    marked_by: Defaulted<string | null>
    marked_at: Defaulted<Date | null>
    /** When the khateeb asked for approval. */
    asked_at: Defaulted<Date | null>
  }
  schedules: {
    masjid_uid: Constant<string>
    slug: string
  }
  calendar_addresses: {
    token_hash: Buffer
    person_id: Constant<string>
    party_uid: Constant<string>
    created_at: Generated<Date>
  }
  audit: {
    /** bigint, so a string. */
    id: GeneratedAlways<string>
    happened_at: Maintained<Date>
    by_role: Constant<Role | 'operator' | 'minbar'>
    by_uid: Constant<string | null>
    by_person_id: Constant<string | null>
    event: Constant<AuditEvent>
    masjid_uid: Constant<string | null>
    khateeb_uid: Constant<string | null>
    slot_id: Constant<string | null>
    proposal_id: Constant<string | null>
    assignment_id: Constant<string | null>
    /** For changes of a masjid's members: the member. */
    person_id: Constant<string | null>
    /** For `profile_changed`: the contract's names of the fields that changed. */
    changed: Constant<string[] | null>
    /** For `slot_moved`: the wall clock before and after, YYYY-MM-DDTHH:MM. */
    moved_from: ColumnType<Date | null, string | null | undefined, never>
    moved_to: ColumnType<Date | null, string | null | undefined, never>
  }
  news: {
    id: Generated<string>
    /** Order of creation; bigint, so a string. */
    number: GeneratedAlways<string>
    party_uid: Constant<string>
    kind: Constant<string>
    props: JSONColumnType<Record<string, unknown>>
    created_at: Timestamp
  }
  news_reads: {
    person_id: Constant<string>
    party_uid: Constant<string>
    news_id: Constant<string>
    read_at: Timestamp
  }
  news_settings: {
    person_id: Constant<string>
    party_uid: Constant<string>
    delivery: NewsDelivery
    muted: NewsCategory[]
    digest_hour: number
    language: NewsLanguage
    /** The time zone of a khateeb's digest hour; null for a masjid. */
    time_zone: string | null
  }
  letters: {
    id: Generated<string>
    kind: string
    channel: Defaulted<string>
    recipient: string
    /** The member and the party, for a letter with news; null for a letter to a person. */
    person_id: Defaulted<string | null>
    party_uid: Defaulted<string | null>
    props: JSONColumnType<Record<string, unknown>>
    created_at: Timestamp
    attempts: Generated<number>
    next_attempt_at: Defaulted<Date>
    sent_at: Defaulted<Date | null>
    failed_at: Defaulted<Date | null>
    /** When the letter was dropped because it was no longer true. */
    overtaken_at: Defaulted<Date | null>
    last_error: Defaulted<string | null>
    /** Whether the letter is held for a digest. */
    held: Generated<boolean>
    /** The letter is a digest of held news, which the hourly limit counted when the digest was made. */
    counted: Generated<boolean>
  }
  idempotency_keys: {
    caller: string
    key: string
    fingerprint: Buffer
    answer: JSONColumnType<Record<string, unknown>> | null
    created_at: Timestamp
  }
  blocks: {
    khateeb_uid: string
    masjid_uid: string
    by_role: Role
    created_at: Generated<Date>
  }
  upkeep: {
    /** Always true, so the table has one row. */
    only_row: Generated<boolean>
    /** Unsent letters written up to this instant are held for the operator; see letters/restore-hold.ts. */
    letters_held_since: Date | null
    last_backup_at: Date | null
  }
}
