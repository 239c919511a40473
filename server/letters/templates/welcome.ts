import type { Letters } from '../letter.ts'
import { type Line, line, type Message } from '../message.ts'
import { screenPaths } from '../screen-paths.ts'

const nextSteps: Readonly<Record<Letters['welcome']['role'], Line>> = {
  khateeb: line`Then sign in and tell masjids a little about yourself: they read your profile before they invite you.`,
  masjid: line`Then sign in and post your next khutbahs: khateebs nearby see them at once and can ask for a slot.`,
}

/** To a new account: asks to confirm the address. */
export function welcome({ name, role, token }: Letters['welcome']): Message {
  return {
    subject: line`Welcome to Minbar: please confirm your e-mail`,
    recipientName: name,
    paragraphs: [
      line`Welcome to Minbar! Please confirm that this address is yours, so that nobody else can use it in your name.`,
      nextSteps[role],
    ],
    button: { label: 'Confirm my e-mail', path: screenPaths.verifyEmail(token) },
    notes: [line`Didn’t sign up? Then somebody mistyped an address, and you can ignore this letter.`],
  }
}
