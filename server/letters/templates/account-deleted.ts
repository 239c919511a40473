import type { Letters } from '../letter.ts'
import { type Message, say } from '../message.ts'
import { screenPaths } from '../screen-paths.ts'

/** The last letter, to somebody whose account was deleted. */
export function accountDeleted({ name }: Letters['account_deleted']): Message {
  return {
    subject: say`Your Minbar account was deleted`,
    greeted: name,
    paragraphs: [
      say`As you asked, your account and what it knew of you are gone. Whoever counted on you for a khutbah to come has been told.`,
      say`Thank you for having been with us. You are welcome to sign up again at any time, also with this address.`,
    ],
    button: { label: 'Open Minbar', path: screenPaths.home },
    notes: [say`Wasn’t it you? Then somebody knew your password: please change it wherever else you use it.`],
  }
}
