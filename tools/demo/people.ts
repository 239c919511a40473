import { createHash } from 'node:crypto'
import type { RawInputOf } from '../../contract/endpoint.ts'
import type { khateebSignup, masjidSignup } from '../../contract/identity.ts'

/** The sign-up fields of a demo masjid. */
export type DemoMasjid = Omit<RawInputOf<typeof masjidSignup>, 'password'>

/** The sign-up fields of a demo khateeb, and the profile. With an empty bio, the demo leaves the profile empty. */
export interface DemoKhateeb extends Omit<RawInputOf<typeof khateebSignup>, 'password'> {
  readonly bio: string
  readonly expertise: string
}

export interface DemoPeople {
  readonly masjids: readonly DemoMasjid[]
  readonly khateebs: readonly DemoKhateeb[]
}

/** The password of all demo people. It has every kind of character, so that a strict password policy accepts it. */
export const demoPassword = 'Friday-at-1pm'

/** Returns a number for a text, so that the same people do the same things in every run. */
export function hashToNumber(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0)
}

/** Returns an email address under `.example`, a domain that cannot exist (RFC 2606). The server sends no letters to it. */
export function demoEmail(...words: readonly string[]): string {
  const local = words
    .join(' ')
    .normalize('NFKD')
    .replace(/[̀-ͯ'’]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/gu, '')
  return `${local}@demo.minbar.example`
}

/** Returns a phone number from the range that is reserved for fiction (555-0100 to 555-0199). */
export function demoPhone(seed: string): string {
  return `(313) 555-01${String(hashToNumber(seed) % 100).padStart(2, '0')}`
}
