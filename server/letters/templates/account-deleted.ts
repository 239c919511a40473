import type { Letters } from '../letter.ts'
import { line, type Message } from '../message.ts'
import { screenPaths } from '../screen-paths.ts'

/** The last letter to a deleted account. */
export function accountDeleted({ name }: Letters['account_deleted']): Message {
  return {
    subject: line`Your Minbar account was deleted`,
    recipientName: name,
    paragraphs: [
      line`As you asked, we deleted your account and your data. We told everyone who was counting on you for an upcoming khutbah.`,
      line`Thank you for being part of Minbar. You are welcome to sign up again at any time, with this address, too.`,
    ],
    button: { label: 'Open Minbar', path: screenPaths.home },
    notes: [
      line`Wasn’t it you? Then somebody knew your password: please change it wherever else you use it.`,
    ],
  }
}
