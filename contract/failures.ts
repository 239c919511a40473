import type { khateebUnavailableRules } from './availability-choices.ts'
import type { EarlierAct } from './earlier-act.ts'
import type { FieldError } from './field-errors.ts'

const conflict = (sentence: string) => ({ status: 409, sentence })

/**
 * All failures of the API: each code with its HTTP status and an English sentence that tells a person what to do. An endpoint declares the
 * failures that it can return. The page has its own sentences.
 */
export const failures = {
  invalid_input: { status: 400, sentence: 'Some fields are missing or not valid.' },
  malformed_body: { status: 400, sentence: 'The body is not valid JSON.' },
  not_signed_in: { status: 401, sentence: 'Please sign in first.' },
  session_changed: {
    status: 401,
    sentence: 'Another account is signed in here now. Please reload before you continue.',
  },
  wrong_credentials: {
    status: 401,
    sentence: 'The email or the password is not right. Please check them and try again.',
  },
  second_factor_required: {
    status: 401,
    sentence:
      'Please also send a code from your authenticator app, a recovery code, or your passkey’s response.',
  },
  wrong_second_factor: {
    status: 401,
    sentence: 'This code or passkey is not right, or it was already used. Please try again.',
  },
  account_suspended: {
    status: 403,
    sentence: 'This account is suspended. Please contact the operator of this site.',
  },
  not_yours: { status: 403, sentence: 'This belongs to another account.' },
  wrong_role: { status: 403, sentence: 'Your account can’t do this.' },
  member_role: {
    status: 403,
    sentence: 'Your role at this masjid doesn’t allow this. Please ask one of its owners.',
  },
  not_invited: {
    status: 403,
    sentence: 'This invitation is for another email. Please sign in with that email.',
  },
  email_not_confirmed: {
    status: 403,
    sentence: 'Please confirm your own email first. Follow the link that we sent you.',
  },
  wrong_origin: { status: 403, sentence: 'This request came from another site.' },
  owner_needs_second_factor: {
    status: 403,
    sentence: 'This site requires two-step sign-in for owners. Please set it up in your account first.',
  },
  not_found: { status: 404, sentence: 'This was not found.' },
  unknown_zip: { status: 404, sentence: 'Please use a valid US address' },
  email_taken: conflict(
    'There is already an account with this email. Please sign in or reset the password. In your account, you can then add a masjid or a khateeb profile.',
  ),
  too_many_passkeys: conflict('You have 20 passkeys. Please remove one before you add another.'),
  already_khateeb: conflict('You are a khateeb already.'),
  too_many_parties: conflict('An account can have at most 20 masjids and khateeb profiles.'),
  masjid_suspended: conflict('The account of this masjid is suspended.'),
  link_spent: conflict('This link was already used or is too old. Please ask for a new one.'),
  last_owner: conflict(
    'A masjid needs an owner. Please make another member an owner, or delete the masjid, first.',
  ),
  slug_taken: conflict('Another masjid uses this address. Please choose another one.'),
  already_member: conflict('This person is a member already.'),
  too_many_members: conflict(
    'A masjid can have at most 100 members and invitations. Please remove some first.',
  ),
  too_many_khateeb_invitations: conflict(
    'A masjid can have at most 100 pending invitations to khateebs. Please revoke some first.',
  ),
  khateeb_profile_needed: conflict(
    'This invitation is for a khateeb. Please add a khateeb profile to your account first.',
  ),
  slot_taken: conflict('This slot already has a khateeb.'),
  slot_past: conflict('This khutbah has already begun.'),
  khateeb_busy: conflict('The khateeb is already booked at that hour.'),
  slots_overlap: conflict(
    'Two of these khutbahs are at overlapping hours. Please choose the one that you can lead.',
  ),
  khateeb_unavailable: conflict('The khateeb is away on that date, or the masjid is farther than he drives.'),
  already_invited: conflict(
    'The masjid has already invited this khateeb to this slot. Please answer the invite.',
  ),
  already_requested: conflict('This khateeb has already asked for this slot. Please answer the request.'),
  too_many_proposals: conflict(
    'You have already sent three invites or requests for this slot. Please contact the other side another way.',
  ),
  not_accepting: conflict('They have blocked you, so you cannot send them requests or invites.'),
  you_blocked: conflict('You have blocked them. Please unblock them first.'),
  approval_needed: conflict(
    'This masjid takes requests only from khateebs whom it has approved. You can ask for approval.',
  ),
  approval_not_needed: conflict('You don’t need an approval to send requests to this masjid.'),
  requests_not_taken: conflict(
    'This masjid isn’t taking requests from you. Please contact them another way.',
  ),
  khateeb_not_approved: conflict(
    'Your masjid invites only khateebs whom it has approved. Please approve him first.',
  ),
  khateeb_not_wanted: conflict(
    'Your masjid has marked this khateeb as not wanted. Please change that first.',
  ),
  proposal_accepted: conflict('This was already accepted.'),
  proposal_rejected: conflict('This was already rejected.'),
  proposal_revoked: conflict('This was already revoked.'),
  proposal_closed: conflict(
    'This has ended: the slot was filled or canceled, or the khateeb was booked at that hour.',
  ),
  proposal_expired: conflict('This has expired: the khutbah has begun.'),
  assignment_changed: conflict(
    'A khateeb has been confirmed for this slot in the meantime. Please reload before you remove him.',
  ),
  assignment_removed: conflict('The masjid already removed this khateeb from the slot.'),
  assignment_withdrawn: conflict('The khateeb already withdrew from this slot.'),
  confirmed_again: conflict(
    'You have been confirmed for this slot again in the meantime. Please reload before you withdraw.',
  ),
  start_changed: conflict('The start has changed. Please look at the new time first.'),
  plan_changed: conflict('The plan has changed since you opened it. Please check it, then save again.'),
  plan_stopped: conflict('The plan was stopped since you opened it.'),
  slot_exists: conflict('There is already a khutbah at that date and time.'),
  zone_overlap: conflict('In the new time zone, a khateeb would have to be in two places at once.'),
  body_too_large: { status: 413, sentence: 'This is too large. Please send less than 64 KiB.' },
  not_json: { status: 415, sentence: 'Please send JSON.' },
  key_reused: {
    status: 422,
    sentence: 'This Idempotency-Key was already used for another request. Please use a new one.',
  },
  too_many_requests: { status: 429, sentence: 'Too many attempts. Please wait and try again.' },
  too_many_moves: {
    status: 429,
    sentence:
      'You have changed the address or time zone five times in 24 hours. Each change emails your khateebs, so please wait.',
  },
  slot_moved_too_often: {
    status: 429,
    sentence:
      'You have moved this khutbah five times in 24 hours. Each move emails the khateeb, so please wait.',
  },
  email_unconfirmed: {
    status: 429,
    sentence:
      'Until you confirm your email, you can send only a few invites or requests a day. Please follow the link that we sent you.',
  },
  internal: { status: 500, sentence: 'Something went wrong on our side. Please try again.' },
  unavailable: { status: 503, sentence: 'The service is busy or restarting. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; sentence: string }>

/** The sentences of `khateeb_unavailable`, one for each rule in `khateebUnavailableRules`. */
export const khateebUnavailableSentences = {
  away: 'The khateeb is away on that date.',
  too_far: 'The masjid is farther away than the khateeb drives.',
} as const satisfies Record<(typeof khateebUnavailableRules)[number], string>

export type FailureCode = keyof typeof failures

/** The failures that any call may return. An endpoint declares only its other failures. */
export const commonFailures = [
  'invalid_input',
  'malformed_body',
  'session_changed',
  'wrong_origin',
  'body_too_large',
  'not_json',
  'key_reused',
  'too_many_requests',
  'internal',
  'unavailable',
] as const satisfies readonly FailureCode[]

export type SecondFactorOption = 'passkey' | 'authenticator_app' | 'recovery_code'

/** The body of every error response. */
export interface FailureBody {
  readonly error: string
  readonly code: FailureCode
  /** For `second_factor_required`: the kinds of second factor that the person can use. */
  readonly secondFactors?: readonly SecondFactorOption[]
  /** For `khateeb_unavailable`: the availability rule of the khateeb that forbids the invite. */
  readonly rule?: keyof typeof khateebUnavailableSentences
  /** The earlier act, by a member of the calling masjid, that made the call fail. */
  readonly by?: EarlierAct
  /** For a call about several khateebs or slots: the khateeb and the slot for which the call fails. */
  readonly about?: { readonly khateebUid?: string; readonly slotId?: string }
  /** The error sentence in English for each invalid field. */
  readonly fields?: Readonly<Record<string, string>>
  /** The errors of the invalid fields as codes, for clients that translate them. */
  readonly fieldErrors?: Readonly<Record<string, readonly FieldError[]>>
}
