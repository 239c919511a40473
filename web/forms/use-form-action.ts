import { type BaseSyntheticEvent, useId } from 'react'
import type { FieldErrors, FieldValues, UseFormReturn } from 'react-hook-form'
import { type Action, type ActionCallbacks, useAction } from '../app/use-action.ts'
import { fieldErrorsOf, showFieldErrors, showFirstError } from './form-errors.ts'

interface FormCallbacks<Values extends FieldValues, Checked, Output>
  extends ActionCallbacks<Checked, Output> {
  /** Called when fields are invalid. By default shows the first error in a toast. `scope` groups the form's toasts: see `ToastOptions`. */
  readonly onInvalid?: (errors: FieldErrors<Values>, scope: string) => void
  /** The scope of the form's toasts: see `ToastOptions`. By default, each form has its own scope. */
  readonly scope?: string
  /** Returns the sentences of a failed call, by field. By default `fieldErrorsOf`. */
  readonly fieldErrors?: (error: Error) => Readonly<Record<string, string>>
}

/**
 * Connects a form to an action. Returns the form's `onSubmit`, which checks the values and runs the action as `useAction` does, but
 * shows errors of a field at that field.
 */
export function useFormAction<Values extends FieldValues, Checked, Output>(
  form: UseFormReturn<Values, unknown, Checked>,
  action: Action<Checked, Output>,
  callbacks: FormCallbacks<Values, Checked, Output> = {},
): (event: BaseSyntheticEvent) => void {
  const { onInvalid = showFirstError, fieldErrors = fieldErrorsOf } = callbacks
  const ownScope = useId()
  const { scope = ownScope } = callbacks
  const failed = (error: Error, _: unknown, given: Checked) => {
    const fieldError = showFieldErrors(form, fieldErrors(error))
    const toast = action.failed?.(error, fieldError, given)
    const isReasonShown = fieldError !== undefined
    return typeof toast === 'string' && isReasonShown ? { text: toast, reason: undefined } : toast
  }
  const { mutateAsync } = useAction({ ...action, failed, scope: () => scope }, callbacks)
  const submit = form.handleSubmit(
    // `useAction` has already shown the failure.
    (checked) => mutateAsync(checked).catch(() => undefined),
    (errors) => onInvalid(errors, scope),
  )
  return (event) => void submit(event)
}
