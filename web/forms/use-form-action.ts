import { type BaseSyntheticEvent, useId } from 'react'
import type { FieldErrors, FieldValues, UseFormReturn } from 'react-hook-form'
import { type Action, type ActionCallbacks, useAction } from '../app/use-action.ts'
import { fieldErrorsOf, showFieldErrors, showFirstError } from './form-errors.ts'

interface FormCallbacks<Values extends FieldValues, Checked, Answer>
  extends ActionCallbacks<Checked, Answer> {
  /** By default shows the first error in a toast. `topic` is that of the form's toasts. */
  readonly onInvalid?: (errors: FieldErrors<Values>, topic: string) => void
  /** What the form's toasts are about; by default this form. */
  readonly topic?: string
  /** The sentences of a failed call, by field; by default `fieldErrorsOf`. */
  readonly fieldErrors?: (error: Error) => Readonly<Record<string, string>>
}

/**
 * The form of an action. Returns the form's `onSubmit`: checks the values and runs the action as `useAction` does, but shows the
 * sentences about a field at that field.
 */
export function useFormAction<Values extends FieldValues, Checked, Answer>(
  form: UseFormReturn<Values, unknown, Checked>,
  action: Action<Checked, Answer>,
  callbacks: FormCallbacks<Values, Checked, Answer> = {},
): (event: BaseSyntheticEvent) => void {
  const { onInvalid = showFirstError, fieldErrors = fieldErrorsOf } = callbacks
  const ownTopic = useId()
  const { topic = ownTopic } = callbacks
  const failed = (error: Error) => {
    const fieldError = showFieldErrors(form, fieldErrors(error))
    const toast = action.failed?.(error, fieldError)
    return typeof toast === 'string' && fieldError !== undefined ? { text: toast } : toast
  }
  const { mutateAsync } = useAction({ ...action, failed, topic: () => topic }, callbacks)
  const submit = form.handleSubmit(
    (checked) => mutateAsync(checked).then(undefined, () => undefined),
    (errors) => onInvalid(errors, topic),
  )
  return (event) => void submit(event)
}
