import type { FailureCode } from '../../contract/failures.ts'

/** The error of a call that the state of a slot or proposal forbids. */
export function conflict(code: FailureCode) {
  return { status: 409, code }
}

/** The error of a call with invalid fields. `fields` has a sentence for each. */
export function invalidInput(fields: Readonly<Record<string, unknown>>) {
  return { status: 400, code: 'invalid_input', fields }
}
