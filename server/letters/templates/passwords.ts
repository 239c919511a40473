import type { Letters } from '../letter.ts'
import { type Message, say } from '../message.ts'
import { screenPaths } from '../screen-paths.ts'

/** To somebody who asked for a new password. */
export function passwordReset({ name, token }: Letters['password_reset']): Message {
  return {
    subject: say`Choose a new Minbar password`,
    greeted: name,
    paragraphs: [
      say`Somebody asked for a new password for your account. If that was you, choose one now.`,
      say`The link works once, within 30 minutes of asking.`,
    ],
    button: { label: 'Choose a new password', path: screenPaths.resetPassword(token) },
    notes: [say`Wasn’t it you? Then there is nothing to do: your password stays as it is.`],
  }
}

/** To somebody whose password was changed, by himself or not. */
export function passwordChanged({ name }: Letters['password_changed']): Message {
  return {
    subject: say`Your Minbar password was changed`,
    greeted: name,
    paragraphs: [
      say`The password of your account was just changed. If that was you, all is well.`,
      say`If it wasn’t you, please choose a new one right away: enter your e-mail on the sign-in page and follow “Forgot password”.`,
    ],
    button: { label: 'Go to the sign-in page', path: screenPaths.signIn },
  }
}
