import { type FailureCode, failures } from '../../contract/failures.ts'
import type { Fault, FaultCode } from '../../contract/faults.ts'

/** The cause of a 503: in logs and metrics, not sent to the caller. */
type UnavailableCause = 'queue' | 'passwords' | 'event_loop' | 'database' | 'not_ready' | 'streams'

/** Faults by field name. */
export type Faults = Readonly<Record<string, readonly Fault[]>>

interface Details {
  readonly faults?: Faults
  /** Seconds. */
  readonly retryAfter?: number
  readonly because?: UnavailableCause
  /** A more specific sentence that replaces the code's own. */
  readonly sentence?: string
}

/** Thrown to end a call with a failure of the contract; rolls back an open transaction. */
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

/** A 400 with a fault of one field. */
export function invalid(field: string, code: FaultCode, params: Fault['params'] = {}): Failure {
  return new Failure('invalid_input', { faults: { [field]: [{ code, params }] } })
}
