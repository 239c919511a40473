import type { LetterKind } from './content/letter.ts'
import type { RenderedLetter } from './render.ts'

/** A rendered letter with its recipient. */
export interface OutgoingLetter extends RenderedLetter {
  readonly id: string
  readonly kind: LetterKind
  /** One address, from the database. */
  readonly to: string
  readonly writtenAt: Date
}

/** A way to deliver letters. */
export interface Transport {
  /**
   * Resolves when the letter is delivered or accepted by another server. Rejects with LetterRefused if a retry is useless, with any
   * other error if a retry may help. Rejects soon after `signal` is aborted.
   */
  send(letter: OutgoingLetter, signal: AbortSignal): Promise<void>
  /** Closes idle connections, and those of aborted letters. */
  close(): void
}

/** The mail server will never accept this letter for this address. */
export class LetterRefused extends Error {
  override readonly name = 'LetterRefused'
}
