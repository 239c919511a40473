import pg from 'pg'
import type { FailureCode } from '../../contract/failures.ts'

/** The failure to report when a write violates one of these constraints. */
const failures: Readonly<Record<string, FailureCode>> = {
  masjid_keeps_an_owner: 'last_owner',
  people_email_key: 'email_taken',
  one_khateeb_a_person: 'already_khateeb',
  one_khateeb_a_slot: 'slot_taken',
  one_schedule_a_name: 'slug_taken',
  one_place_at_a_time: 'khateeb_busy',
}

/** Returns the failure for an error that violates one of the constraints above; undefined for all other errors. */
export function constraintFailure(error: unknown): FailureCode | undefined {
  return error instanceof pg.DatabaseError ? failures[error.constraint ?? ''] : undefined
}
