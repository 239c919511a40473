import type { Letter, LetterKind, Letters } from './letter.ts'
import type { Message } from './message.ts'
import { accountDeleted } from './templates/account-deleted.ts'
import {
  khateebLeft,
  khateebRemoved,
  khateebWithdrew,
  masjidLeft,
  slotRemoved,
} from './templates/cancellations.ts'
import { khateebBookedElsewhere, rivalConfirmed } from './templates/closed-proposals.ts'
import { digest } from './templates/digest.ts'
import {
  confirmEmail,
  emailChanged,
  emailChangeUndone,
  emailRestored,
  verifyEmail,
} from './templates/email-addresses.ts'
import { inviteAccepted, inviteReceived, inviteRejected, inviteRevoked } from './templates/invites.ts'
import { passwordChanged, passwordReset } from './templates/passwords.ts'
import { requestApproved, requestReceived, requestRejected, requestRevoked } from './templates/requests.ts'
import { welcome } from './templates/welcome.ts'

const templates: { readonly [Kind in LetterKind]: (props: Letters[Kind]) => Message } = {
  gathered: ({ letters }) => digest(letters.map((letter) => ({ letter, message: messageOf(letter) }))),
  welcome,
  password_reset: passwordReset,
  password_changed: passwordChanged,
  verify_email: verifyEmail,
  confirm_email: confirmEmail,
  email_changed: emailChanged,
  email_restored: emailRestored,
  email_change_undone: emailChangeUndone,
  account_deleted: accountDeleted,
  invite_received: inviteReceived,
  invite_revoked: inviteRevoked,
  invite_accepted: inviteAccepted,
  invite_rejected: inviteRejected,
  request_received: requestReceived,
  request_revoked: requestRevoked,
  request_approved: requestApproved,
  request_rejected: requestRejected,
  khateeb_removed: khateebRemoved,
  khateeb_withdrew: khateebWithdrew,
  slot_removed: slotRemoved,
  khateeb_left: khateebLeft,
  masjid_left: masjidLeft,
  rival_confirmed: rivalConfirmed,
  khateeb_booked_elsewhere: khateebBookedElsewhere,
}

/** Builds the message of a letter with the template of its kind. */
export function messageOf<Kind extends LetterKind>(letter: {
  readonly kind: Kind
  readonly props: Letters[Kind]
}): Message {
  return templates[letter.kind](letter.props)
}

/** Whether this version knows the kind of an outbox row. Relies on `queueLetters` for valid props. */
export function isLetter(row: { readonly kind: string; readonly props: unknown }): row is Letter {
  return Object.hasOwn(templates, row.kind)
}
