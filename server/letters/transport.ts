import type { LetterKind } from './letter.ts'
import type { Rendered } from './render.ts'

/** A letter ready to go. */
export interface Outgoing extends Rendered {
  readonly id: string
  readonly kind: LetterKind
  /** One address, from the record. */
  readonly to: string
  readonly writtenAt: Date
}

/** A way for letters to go. */
export interface Transport {
  /** Resolves when the letter is out of our hands; rejects with LetterRefused, or with anything else for "try again". */
  send(letter: Outgoing): Promise<void>
  close(): void
}

/** This letter to this address will never be taken: trying again is of no use. */
export class LetterRefused extends Error {
  override readonly name = 'LetterRefused'
}
