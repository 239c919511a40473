import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FailureBody, FailureCode } from '../../contract/failures.ts'
import { messages } from '../words/failures.en.po'
import { lingui } from './i18n.ts'
import { rememberedRole } from './remembered-role.ts'

lingui.load('en', messages)

/** The page's sentence for each failure of a call. A missing code doesn't compile. */
const sentences: Record<FailureCode, MessageDescriptor> = {
  invalid_input: msg`Some of what you entered is missing or not valid.`,
  malformed_body: msg`Something went wrong on our side. Please try again.`,
  not_signed_in: msg`Your session has ended.`,
  session_changed: msg`Someone else is signed in here now.`,
  wrong_credentials: msg`The email or the password is not right.`,
  second_factor_required: msg`Please enter a code or use your passkey.`,
  wrong_second_factor: msg`This code or passkey is not right, or was already used.`,
  account_suspended: msg`This account is suspended. Please contact the people who run this site.`,
  masjid_suspended: msg`This masjid’s account is suspended. Until it is restored, you can’t answer.`,
  not_yours: msg`This belongs to another account.`,
  wrong_role: msg`Your account can’t do this.`,
  member_role: msg`Your role at this masjid doesn’t allow this. Please ask one of its owners.`,
  wrong_origin: msg`This is not Minbar’s usual address. Please open Minbar from its usual address and try again.`,
  owner_needs_second_factor: msg`Owners need two-step sign-in here. Please set it up on your account page.`,
  not_found: msg`This was not found.`,
  unknown_zip: msg`Please use a valid US address`,
  email_taken: msg`There is already an account with this email. Please sign in or reset the password. In your account, you can then add a masjid or a khateeb profile.`,
  link_spent: msg`This link was already used or is too old. Please ask for a new one.`,
  slot_taken: msg`This slot already has a khateeb.`,
  slot_past: msg`This khutbah has already begun.`,
  khateeb_busy: msg`The khateeb is already booked at that time.`,
  khateeb_unavailable: msg`The khateeb is away on that date, or your masjid is farther than he drives.`,
  slots_overlap: msg`This overlaps with another khutbah you selected. Please choose one of the two.`,
  already_invited: msg`The masjid has already invited you to this slot. You can answer on your dashboard.`,
  already_requested: msg`This khateeb has already asked for this slot. You can answer on your dashboard.`,
  too_many_proposals: msg`You have already asked three times. Please contact them another way.`,
  not_accepting: msg`They have blocked you. Please contact them another way.`,
  you_blocked: msg`You have blocked them. Please unblock them first.`,
  approval_needed: msg`This masjid takes requests only from khateebs it has approved.`,
  approval_not_needed: msg`You don’t need an approval to send requests to this masjid.`,
  requests_not_taken: msg`This masjid isn’t taking requests from you. Please contact them another way.`,
  khateeb_not_approved: msg`Your masjid invites only khateebs it has approved. Please approve them first, under Our Khateebs.`,
  khateeb_not_wanted: msg`Your masjid has marked this khateeb as not wanted. Please change that first, under Our Khateebs.`,
  proposal_accepted: msg`This was already accepted.`,
  proposal_rejected: msg`This was already rejected.`,
  proposal_revoked: msg`This was already revoked.`,
  proposal_closed: msg`This has ended: the slot was filled or canceled, or the khateeb was booked at that hour.`,
  proposal_expired: msg`This has expired: the khutbah has begun.`,
  assignment_changed: msg`A khateeb has been confirmed for this slot since you opened it. Please check again.`,
  assignment_removed: msg`The masjid already removed this khateeb from the slot.`,
  assignment_withdrawn: msg`The khateeb already withdrew from this slot.`,
  confirmed_again: msg`You have been confirmed for this slot again since you opened it. Please check again.`,
  start_changed: msg`The start has changed. Please look at the new time first.`,
  plan_changed: msg`The plan has changed since you opened it. Please check it, then save again.`,
  plan_stopped: msg`The plan was stopped since you opened it. You can start it again.`,
  body_too_large: msg`This is too long. Please shorten it.`,
  not_json: msg`Something went wrong on our side. Please try again.`,
  key_reused: msg`Something went wrong on our side. Please try again.`,
  too_many_requests: msg`Too many attempts. Please wait and try again.`,
  email_unconfirmed: msg`Until you confirm your email, you can send only a few invites or requests a day. Please follow the link that we sent you.`,
  internal: msg`Something went wrong on our side. Please try again.`,
  unavailable: msg`The service is busy or restarting. Please try again in a moment.`,
  too_many_passkeys: msg`You have 20 passkeys. Please remove one first.`,
  already_khateeb: msg`You are a khateeb already.`,
  too_many_parties: msg`An account can have at most 20 masjids and khateeb profiles.`,
  last_owner: msg`A masjid needs an owner. Please make another member an owner, or delete the masjid, first.`,
  too_many_members: msg`A masjid can have at most 100 members and invitations. Please remove some first.`,
  too_many_khateeb_invitations: msg`You have 100 pending invitations to khateebs. Please revoke some first.`,
  khateeb_profile_needed: msg`This invitation is for a khateeb. Please add a khateeb profile to your account first.`,
  email_not_confirmed: msg`Please confirm your own email first. Follow the link that we sent you.`,
  slug_taken: msg`Another masjid uses this address. Please choose another one.`,
  already_member: msg`This person is a member already.`,
  not_invited: msg`This invitation is for another email. Please sign in with that email.`,
  zone_overlap: msg`In the new time zone, a khateeb would have to be in two places at once.`,
  slot_exists: msg`You already have a khutbah at that date and time.`,
  slot_moved_too_often: msg`You have moved this khutbah five times in 24 hours. Each move emails the khateeb, so please wait before the next one.`,
  too_many_moves: msg`You have changed the address or time zone five times in 24 hours. Each change emails your khateebs, so please wait before the next one.`,
}

/** Sentences for signed-in khateebs, with “you” in place of “the khateeb”. */
const khateebSentences: Partial<typeof sentences> = {
  khateeb_busy: msg`You are already booked at that time.`,
  proposal_closed: msg`This has ended: the slot was filled or canceled, or you were booked at that hour.`,
  assignment_removed: msg`The masjid already removed you from this slot.`,
  assignment_withdrawn: msg`You already withdrew from this slot.`,
}

/** More specific sentences for `khateeb_unavailable`, by the rule that made the khateeb unavailable. */
const unavailabilitySentences: Record<NonNullable<FailureBody['rule']>, MessageDescriptor> = {
  away: msg`The khateeb is away on that date.`,
  too_far: msg`Your masjid is farther away than the khateeb drives.`,
}

/** Returns the page's sentence for a failure; undefined for a code that only a newer server knows. */
export function sentenceOf(code: FailureCode, rule?: FailureBody['rule']): string | undefined {
  const sentence =
    (rule && unavailabilitySentences[rule]) ||
    (rememberedRole() === 'khateeb' && khateebSentences[code]) ||
    sentences[code]
  return sentence && lingui._(sentence)
}
