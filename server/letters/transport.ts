import type { LetterKind } from './content/letter.ts'
import type { RenderedLetter } from './render.ts'

/** A rendered letter with its recipient. */
export interface OutgoingLetter extends RenderedLetter {
  readonly id: string
  readonly kind: LetterKind
  /** The recipient: one address, from the database. */
  readonly to: string
  readonly writtenAt: Date
  /** Calendar files with the assignments that the letter's news is about. */
  readonly calendar: readonly CalendarPart[]
}

/** A calendar file (RFC 5545) and its method (RFC 5546). */
export interface CalendarPart {
  readonly method: 'PUBLISH' | 'CANCEL'
  readonly content: string
}

/** A way to deliver letters. */
export interface Transport {
  /**
   * Resolves when the letter is delivered, or accepted by another server. Rejects with LetterRefusedError if a retry is useless, or with
   * any other error if a retry may help. Rejects soon after `signal` is aborted.
   */
  send(letter: OutgoingLetter, signal: AbortSignal): Promise<void>
  /** Closes idle connections, and the connections of aborted letters. */
  close(): void
}

/** Means that the mail server will never accept this letter for this address. */
export class LetterRefusedError extends Error {
  override readonly name = 'LetterRefused'
}
