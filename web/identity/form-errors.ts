import { t } from '@lingui/core/macro'
import type { FieldErrors, FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { CallFailed } from '../../contract/client.ts'
import { reasonOf, sentenceOf } from '../app/failure-sentences.ts'
import { showFailure } from '../ui/toasts.tsx'

/**
 * Shows the error of the first invalid field in a toast: on a phone the field may be off screen. Sorts by position in the
 * document, as a schema's order may differ from the order on the screen.
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

/**
 * Shows the server's field errors at the fields in `names` and focuses the first. Returns the first error's sentence;
 * undefined if none is about these fields.
 */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  names: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
): string | undefined {
  const fields = fieldsOf(error)
  const found = names.filter((name) => fields[name] !== undefined)
  for (const [index, name] of found.entries()) {
    setError(name, { type: 'server', message: fields[name] ?? '' }, { shouldFocus: index === 0 })
  }
  const [first] = found
  return first === undefined ? undefined : fields[first]
}

/** Shows that a form failed. The reason is shown at the fields it is about, otherwise in the toast. */
export function showFormFailure<Values extends FieldValues>(
  failed: string,
  error: unknown,
  names: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
): void {
  const isShownAtField = showFieldErrors(error, names, setError) !== undefined
  showFailure(failed, isShownAtField ? undefined : reasonOf(error))
}

/** Field errors of a failed call. Two failure codes imply a field without naming it. */
function fieldsOf(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof CallFailed)) return {}
  if (error.code === 'email_taken') return { email: sentenceOf(error) }
  if (error.code === 'wrong_credentials') return { password: t`This is not your password.` }
  return error.fields
}
