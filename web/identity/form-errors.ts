import { t } from '@lingui/core/macro'
import type { FieldErrors, FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { CallFailed } from '../../contract/client.ts'
import { reasonOf, sentenceOf } from '../app/failure-sentences.ts'
import { showFailure } from '../ui/toasts.tsx'

/**
 * Says in a toast what is wrong at the first field, which takes the focus: on a phone it may be out of sight. A schema
 * knows nothing of the order in which fields stand on the screen.
 */
export function showFirstError(errors: FieldErrors): void {
  const found = Object.values(errors).filter((it) => it !== undefined)
  const [first] = found.toSorted((a, b) => (precedes(a, b) ? -1 : 1))
  if (typeof first?.message === 'string') showFailure(first.message)
}

function precedes(a: object, b: object): boolean {
  const [one, other] = [a, b].map((it) => ('ref' in it ? it.ref : undefined))
  if (!(one instanceof Node && other instanceof Node)) return false
  return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}

/** Puts what the server said of each field at that field; gives the first sentence, if any belongs to a field here. */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  names: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
): string | undefined {
  const fields = fieldsOf(error)
  const found = names.filter((name) => fields[name] !== undefined)
  for (const [place, name] of found.entries()) {
    setError(name, { type: 'server', message: fields[name] ?? '' }, { shouldFocus: place === 0 })
  }
  const [first] = found
  return first === undefined ? undefined : fields[first]
}

/** Says that a form failed, and why: at the fields it is about, else under what failed. */
export function showFormFailure<Values extends FieldValues>(
  failed: string,
  error: unknown,
  names: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
): void {
  const isSaidAtField = showFieldErrors(error, names, setError) !== undefined
  showFailure(failed, { reason: isSaidAtField ? undefined : reasonOf(error) })
}

/** Some failures are about a field without naming it. */
function fieldsOf(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof CallFailed)) return {}
  if (error.code === 'email_taken') return { email: sentenceOf(error) }
  if (error.code === 'wrong_credentials') return { password: t`This is not your password.` }
  return error.fields
}
