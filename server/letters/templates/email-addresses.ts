import type { Letters } from '../letter.ts'
import { type Message, say } from '../message.ts'
import { screenPaths } from '../screen-paths.ts'

/** To somebody who asked for the letter that confirms an address again. */
export function verifyEmail({ name, token }: Letters['verify_email']): Message {
  return {
    subject: say`Please confirm your e-mail`,
    greeted: name,
    paragraphs: [
      say`Please confirm that this address is yours. Until then, those you write to at Minbar see that it isn’t confirmed.`,
    ],
    button: { label: 'Confirm my e-mail', path: screenPaths.verifyEmail(token) },
    notes: [say`Didn’t sign up? Then somebody mistyped an address, and you can ignore this letter.`],
  }
}

/** To the address that somebody wants to have from now on. */
export function confirmEmail({ name, token }: Letters['confirm_email']): Message {
  return {
    subject: say`Confirm your new e-mail for Minbar`,
    greeted: name,
    paragraphs: [
      say`You asked to use this address at Minbar from now on: to sign in, and for letters. Please confirm that it is yours.`,
      say`The link works once, within a day of asking. Until then everything stays as it is.`,
    ],
    button: { label: 'Use this address', path: screenPaths.confirmEmail(token) },
    notes: [say`Wasn’t it you? Then somebody mistyped an address: please don’t follow the link.`],
  }
}

/** To the address that was replaced, from where that can be undone. */
export function emailChanged({ name, newEmail, token }: Letters['email_changed']): Message {
  return {
    subject: say`Your e-mail at Minbar was changed`,
    greeted: name,
    paragraphs: [
      say`From now on you sign in with ${newEmail}, and letters go there. If that was you, all is well.`,
      say`If it wasn’t you, take your account back: this address takes its place again, everybody is signed out, and the password is void. We then send you a letter to choose a new one.`,
    ],
    button: { label: 'This wasn’t me: undo it', path: screenPaths.undoEmailChange(token) },
    notes: [
      say`The link works once, within a week of the change, also if the address is changed again meanwhile.`,
    ],
  }
}

/** To the address that is back in its place. */
export function emailRestored({ name, token }: Letters['email_restored']): Message {
  return {
    subject: say`Your Minbar account is yours again: choose a new password`,
    greeted: name,
    paragraphs: [
      say`Your account has this address again. Everybody is signed out, and the old password is void, as whoever changed the address knew it. Please choose a new one now.`,
      say`The link works once, within 30 minutes. After that, enter your e-mail on the sign-in page and follow “Forgot password”.`,
    ],
    button: { label: 'Choose a new password', path: screenPaths.resetPassword(token) },
    notes: [say`Did you use the old password elsewhere? Then please change it there, too.`],
  }
}

/** To the address that an account had until its change was undone. */
export function emailChangeUndone({ name }: Letters['email_change_undone']): Message {
  return {
    subject: say`The change of your e-mail at Minbar was undone`,
    greeted: name,
    paragraphs: [
      say`Somebody who reads the letters of your earlier address has undone the change, so your account has that address again, and this one is no longer part of it.`,
      say`If that surprises you, please write to whoever runs this site.`,
    ],
    button: { label: 'Go to the sign-in page', path: screenPaths.signIn },
  }
}
