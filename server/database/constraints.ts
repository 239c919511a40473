import pg from 'pg'
import type { FailureCode } from '../../contract/failures.ts'

/** What it means to a person when one of these constraints refuses a write. */
const meanings: Readonly<Record<string, FailureCode>> = {
  accounts_email_key: 'email_taken',
  one_khateeb_a_slot: 'slot_taken',
  one_place_at_a_time: 'khateeb_busy',
}

/** The failure a database error stands for, where a rule that the database holds was met. */
export function constraintFailure(error: unknown): FailureCode | undefined {
  return error instanceof pg.DatabaseError ? meanings[error.constraint ?? ''] : undefined
}
