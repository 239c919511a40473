import type { FailureCode } from '../../contract/failures.ts'

/** Returns the error of a call that the state of a slot or proposal forbids. */
export function conflict(code: FailureCode) {
  return { status: 409, code }
}

/** Returns the error of a call with invalid fields. `fields` has a sentence for each field. */
export function invalidInput(fields: Readonly<Record<string, unknown>>) {
  return { status: 400, code: 'invalid_input', fields }
}
