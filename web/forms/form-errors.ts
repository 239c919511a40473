import { type FieldErrors, type FieldValues, get, type Path, type UseFormReturn } from 'react-hook-form'
import { CallFailed } from '../../contract/client.ts'
import { failureMessage } from '../app/failure-message.ts'
import { showFailure } from '../ui/toasts.tsx'

/**
 * Shows the error of the first invalid field in a toast: on a phone the field may be off screen. Sorts by position in the
 * document, as a schema's order may differ from the order on the screen.
 */
export function showFirstError(errors: FieldErrors, topic: string): void {
  const found = Object.values(errors).filter((it) => it !== undefined)
  const [first] = found.toSorted((a, b) => (precedes(a, b) ? -1 : 1))
  if (typeof first?.message === 'string') showFailure(first.message, { topic })
}

function precedes(a: object, b: object): boolean {
  const [one, other] = [a, b].map((it) => ('ref' in it ? it.ref : undefined))
  if (!(one instanceof Node && other instanceof Node)) return false
  return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}

/** The sentences of a failed call, by field. The server reports `email_taken` without a field; it is about `email`. */
export function fieldErrorsOf(error: Error): Readonly<Record<string, string>> {
  if (!(error instanceof CallFailed)) return {}
  return error.code === 'email_taken' ? { email: failureMessage(error) } : error.fields
}

/**
 * Shows sentences at the fields that the form has, and focuses the first. Returns the first one; undefined if the form has none of
 * these fields.
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
