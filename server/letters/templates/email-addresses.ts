import type { Letters } from '../letter.ts'
import { line, type Message } from '../message.ts'
import { screenPaths } from '../screen-paths.ts'

/** To a user who asked for another confirmation letter. */
export function verifyEmail({ name, token }: Letters['verify_email']): Message {
  return {
    subject: line`Please confirm your e-mail`,
    recipientName: name,
    paragraphs: [
      line`Please confirm that this address is yours. Until you do, the people you contact on Minbar see that it isn’t confirmed.`,
    ],
    button: { label: 'Confirm my e-mail', path: screenPaths.verifyEmail(token) },
    notes: [line`Didn’t sign up? Then somebody mistyped an address, and you can ignore this letter.`],
  }
}

/** To the new address of a requested change. */
export function confirmEmail({ name, token }: Letters['confirm_email']): Message {
  return {
    subject: line`Confirm your new e-mail for Minbar`,
    recipientName: name,
    paragraphs: [
      line`You asked to use this address at Minbar from now on: to sign in, and for letters. Please confirm that it is yours.`,
      line`The link works once, within a day. Until you use it, nothing changes.`,
    ],
    button: { label: 'Use this address', path: screenPaths.confirmEmail(token) },
    notes: [line`Wasn’t it you? Then somebody mistyped an address: please don’t follow the link.`],
  }
}

/** To the old address, with a link that undoes the change. */
export function emailChanged({ name, newEmail, token }: Letters['email_changed']): Message {
  return {
    subject: line`Your e-mail at Minbar was changed`,
    recipientName: name,
    paragraphs: [
      line`From now on you sign in with ${newEmail}, and letters go there. If that was you, all is well.`,
      line`If it wasn’t you, take your account back. We will restore this address, sign out all devices, and send you a link to choose a new password.`,
    ],
    button: { label: 'This wasn’t me: undo it', path: screenPaths.undoEmailChange(token) },
    notes: [line`The link works once, within a week of the change, even if the address is changed again.`],
  }
}

/** To the old address, after the change was undone. */
export function emailRestored({ name, token }: Letters['email_restored']): Message {
  return {
    subject: line`Your Minbar account is yours again: choose a new password`,
    recipientName: name,
    paragraphs: [
      line`Your account has this address again. We signed out all devices. Because somebody else knew your old password, it no longer works: please choose a new one now.`,
      line`The link works once, within 30 minutes. After that, enter your e-mail on the sign-in page and follow “Forgot password”.`,
    ],
    button: { label: 'Choose a new password', path: screenPaths.resetPassword(token) },
    notes: [line`Did you use the old password elsewhere? Then please change it there, too.`],
  }
}

/** To the new address, after the change was undone. */
export function emailChangeUndone({ name }: Letters['email_change_undone']): Message {
  return {
    subject: line`The change of your e-mail at Minbar was undone`,
    recipientName: name,
    paragraphs: [
      line`Somebody who can read letters to your earlier address has undone the change. Your account has that address again, and no longer this one.`,
      line`If that surprises you, please contact the people who run this site.`,
    ],
    button: { label: 'Go to the sign-in page', path: screenPaths.signIn },
  }
}
