import { type FieldErrors, type FieldValues, get, type Path, type UseFormReturn } from 'react-hook-form'
import { CallFailed } from '../../contract/client.ts'
import { failureMessage } from '../app/failure-message.ts'
import { showFailure } from '../ui/toasts.tsx'

/**
 * Shows the error of the first invalid field in a toast, because on a phone the field may be off screen. Sorts the fields by their
 * position in the document, because a schema may have another order.
 * @param scope names the form, so that its next toast replaces this toast
 */
export function showFirstError(errors: FieldErrors, scope: string): void {
  const found = Object.values(errors).filter((it) => it !== undefined)
  const [first] = found.toSorted((a, b) => (precedes(a, b) ? -1 : 1))
  if (typeof first?.message === 'string') showFailure(first.message, { scope })
}

function precedes(a: object, b: object): boolean {
  const [one, other] = [a, b].map((it) => ('ref' in it ? it.ref : undefined))
  if (!(one instanceof Node && other instanceof Node)) return false
  return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}

/**
 * Returns the sentences of a failed call, by field. `email_taken` belongs to the field `email`, but the server reports it without a field.
 */
export function fieldErrorsOf(error: Error): Readonly<Record<string, string>> {
  if (!(error instanceof CallFailed)) return {}
  return error.code === 'email_taken' ? { email: failureMessage(error) } : error.fields
}

/**
 * Shows sentences at the fields of a form, and focuses the first of these fields. Ignores sentences for fields that the form doesn't
 * have. Returns the first sentence shown; undefined if there is none.
 */
export function showFieldErrors<Values extends FieldValues, Checked>(
  form: UseFormReturn<Values, unknown, Checked>,
  sentences: Readonly<Record<string, string>>,
): string | undefined {
  const isField = (name: string): name is Path<Values> => typeof get(form.getValues(), name) === 'string'
  const names = Object.keys(sentences).filter(isField)
  for (const [index, name] of names.entries()) {
    form.setError(name, { type: 'server', message: sentences[name] ?? '' }, { shouldFocus: index === 0 })
  }
  const [first] = names
  return first === undefined ? undefined : sentences[first]
}
