import { createHash } from 'node:crypto'

/** A masjid of the demo as it signs up. */
export interface DemoMasjid {
  readonly masjidName: string
  readonly masjidAddress: string
  readonly zipCode: string
  readonly phone: string
  readonly website: string
  readonly email: string
}

/** A khateeb of the demo as he signs up, and what he then says of himself; an empty bio is left for him to fill. */
export interface DemoKhateeb {
  readonly firstName: string
  readonly lastName: string
  readonly zipCode: string
  readonly phone: string
  readonly email: string
  readonly bio: string
  readonly expertise: string
}

export interface DemoPeople {
  readonly masjids: readonly DemoMasjid[]
  readonly khateebs: readonly DemoKhateeb[]
}

/** Everybody's password. It has a character of every kind, so that a strict policy takes it as well. */
export const demoPassword = 'Friday-at-1pm'

/** A number that follows from a text alone: the same people do the same things in every run. */
export function numberOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0)
}

/** An address for made-up people. Nobody can have one under `.example` (RFC 2606), and its letters never leave. */
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

/** A number out of those kept for fiction (555-0100 to 555-0199). */
export function demoPhone(seed: string): string {
  return `(313) 555-01${String(numberOf(seed) % 100).padStart(2, '0')}`
}
