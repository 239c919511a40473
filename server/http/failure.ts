import { type FailureCode, failures } from '../../contract/failures.ts'

/** Why a call met 503: what is told to the operator, and not to the caller. */
type WhyUnavailable = 'queue' | 'passwords' | 'event_loop' | 'database' | 'not_ready'

interface Details {
  readonly fields?: Readonly<Record<string, string>>
  /** Seconds. */
  readonly retryAfter?: number
  readonly because?: WhyUnavailable
  /** Takes the place of the code's own sentence where more can be said. */
  readonly sentence?: string
}

/** Thrown to end a call with a failure of the contract; a transaction it passes through is rolled back. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly code: FailureCode
  readonly details: Details

  constructor(code: FailureCode, details: Details = {}) {
    super(details.sentence ?? failures[code].sentence)
    this.code = code
    this.details = details
  }
}

/** A 400 that names one field. */
export function invalid(field: string, sentence: string): Failure {
  return new Failure('invalid_input', { fields: { [field]: sentence } })
}
