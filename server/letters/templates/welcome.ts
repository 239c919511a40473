import type { Letters } from '../letter.ts'
import { type Line, type Message, say } from '../message.ts'
import { screenPaths } from '../screen-paths.ts'

const next: Readonly<Record<Letters['welcome']['role'], Line>> = {
  khateeb: say`Then sign in and tell masjids a little about yourself: they read your profile before they invite you.`,
  masjid: say`Then sign in and post your next khutbahs: khateebs nearby see them at once and can ask for a slot.`,
}

/** To somebody who just signed up: asks to confirm the address. */
export function welcome({ name, role, token }: Letters['welcome']): Message {
  return {
    subject: say`Welcome to Minbar: please confirm your e-mail`,
    greeted: name,
    paragraphs: [
      say`Welcome to Minbar! Please confirm that this address is yours, so that nobody else can use it in your name.`,
      next[role],
    ],
    button: { label: 'Confirm my e-mail', path: screenPaths.verifyEmail(token) },
    notes: [say`Didn’t sign up? Then somebody mistyped an address, and you can ignore this letter.`],
  }
}
