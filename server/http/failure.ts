import type { EarlierAct } from '../../contract/earlier-act.ts'
import {
  type FailureBody,
  type FailureCode,
  failures,
  type SecondFactorOption,
} from '../../contract/failures.ts'
import type { FieldError, FieldErrorCode } from '../../contract/field-errors.ts'

/** The cause of a 503: in logs and metrics, not sent to the caller. */
type UnavailableCause = 'queue' | 'passwords' | 'event_loop' | 'database' | 'not_ready' | 'streams'

/** Field errors by field name. */
export type FieldErrors = Readonly<Record<string, readonly FieldError[]>>

interface Details {
  readonly fieldErrors?: FieldErrors
  /** For `second_factor_required`. */
  readonly secondFactors?: readonly SecondFactorOption[]
  /** For `khateeb_unavailable`. */
  readonly rule?: NonNullable<FailureBody['rule']>
  /** What a member of the caller's masjid did before, if the call failed because of that. */
  readonly by?: EarlierAct
  /** For a call about several slots or khateebs: the slot and the khateeb that the failure is about. */
  readonly about?: NonNullable<FailureBody['about']>
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

/**
 * Creates the failure for a party that was deleted, or for which the caller may no longer act. This is an arrow function, because Kysely's
 * `executeTakeFirstOrThrow` calls other functions with `new`.
 */
export const partyLostFailure = () => new Failure('session_changed')

/** Creates a 400 with an error for one field. */
export function invalidField(
  field: string,
  code: FieldErrorCode,
  params: FieldError['params'] = {},
): Failure {
  return new Failure('invalid_input', { fieldErrors: { [field]: [{ code, params }] } })
}

/** Runs `run`. If it throws a failure, adds which khateeb and slot the failure is about. */
export async function withFailureSubject<T>(
  about: NonNullable<FailureBody['about']>,
  run: () => T | Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new Failure(error.code, { ...error.details, about })
  }
}
