import type { Letters } from '../letter.ts'
import { line, type Message } from '../message.ts'
import { screenPaths } from '../screen-paths.ts'

/** To a user who asked to reset the password. */
export function passwordReset({ name, token }: Letters['password_reset']): Message {
  return {
    subject: line`Choose a new Minbar password`,
    recipientName: name,
    paragraphs: [
      line`Somebody asked for a new password for your account. If that was you, choose one now.`,
      line`The link works once, within 30 minutes.`,
    ],
    button: { label: 'Choose a new password', path: screenPaths.resetPassword(token) },
    notes: [line`Wasn’t it you? Then you don’t need to do anything: your password stays the same.`],
  }
}

/** To a user whose password was changed, by the user or by an intruder. */
export function passwordChanged({ name }: Letters['password_changed']): Message {
  return {
    subject: line`Your Minbar password was changed`,
    recipientName: name,
    paragraphs: [
      line`The password of your account was just changed. If that was you, all is well.`,
      line`If it wasn’t you, please choose a new one right away: enter your e-mail on the sign-in page and follow “Forgot password”.`,
    ],
    button: { label: 'Go to the sign-in page', path: screenPaths.signIn },
  }
}
