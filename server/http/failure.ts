import { type FailureCode, failures } from '../../contract/failures.ts'
import type { Fault, FaultCode } from '../../contract/faults.ts'

/** Why a call met 503: what is told to the operator, and not to the caller. */
type WhyUnavailable = 'queue' | 'passwords' | 'event_loop' | 'database' | 'not_ready'

/** By their names the fields that are not right, and what is wrong with each. */
export type Faults = Readonly<Record<string, readonly Fault[]>>

interface Details {
  /** What is wrong with each field. */
  readonly faults?: Faults
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
export function invalid(field: string, code: FaultCode, params: Fault['params'] = {}): Failure {
  return new Failure('invalid_input', { faults: { [field]: [{ code, params }] } })
}
