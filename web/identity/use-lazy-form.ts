import type { BaseSyntheticEvent } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { useLazyResolver } from '../app/lazy-resolver.ts'
import { showFirstError } from './form-errors.ts'

export interface LazyForm<Values extends FieldValues, Checked>
  extends UseFormReturn<Values, unknown, Checked> {
  readonly isSubmitting: boolean
  /** The props of a field: its registration and its error. */
  readonly field: (name: Path<Values>) => UseFormRegisterReturn & { error: string | undefined }
  /** The form's `onSubmit`: checks the values and calls `send`, or shows the first error in a toast. */
  readonly submitWith: (send: (checked: Checked) => Promise<void>) => (event: BaseSyntheticEvent) => void
}

/** A form whose checks load after the first paint. Without default values, it keeps what was typed before hydration. */
export function useLazyForm<Values extends FieldValues, Checked>(
  loadResolver: () => Promise<Resolver<Values, unknown, Checked>>,
  defaultValues?: DefaultValues<Values>,
): LazyForm<Values, Checked> {
  const resolver = useLazyResolver(loadResolver)
  const form = useForm({ resolver, ...(defaultValues && { defaultValues }) })
  const { register, getFieldState, handleSubmit, formState } = form
  return {
    ...form,
    isSubmitting: formState.isSubmitting,
    field: (name) => ({ ...register(name), error: getFieldState(name, formState).error?.message }),
    submitWith: (send) => (event) => void handleSubmit(send, showFirstError)(event),
  }
}
