import type { LetterKind } from './letter.ts'
import type { RenderedLetter } from './render.ts'

/** A rendered letter with its address. */
export interface OutgoingLetter extends RenderedLetter {
  readonly id: string
  readonly kind: LetterKind
  /** One address, from the record. */
  readonly to: string
  readonly writtenAt: Date
}

/** A way to deliver letters. */
export interface Transport {
  /**
   * Resolves when the letter is delivered or another server has taken charge of it. Rejects with LetterRefused if a
   * retry is of no use, with any other error if one is, and soon after `signal` is aborted.
   */
  send(letter: OutgoingLetter, signal: AbortSignal): Promise<void>
  /** Closes idle connections and those whose sending was aborted. */
  close(): void
}

/** The mail server will never accept this letter for this address. */
export class LetterRefused extends Error {
  override readonly name = 'LetterRefused'
}
