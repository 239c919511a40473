import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { showLoadFailure, usePreload } from '../app/lazy-dialog.tsx'

export interface LazyForm<Values extends FieldValues, Checked>
  extends UseFormReturn<Values, unknown, Checked> {
  readonly isSubmitting: boolean
  /** The props of a field: its registration and its error. */
  readonly field: (name: Path<Values>) => UseFormRegisterReturn & { error: string | undefined }
}

/**
 * Creates a form whose schema, validation library and error sentences load after the first paint. If they fail to load, submitting
 * shows an error and doesn't send the form. Without default values, the form keeps the values typed before hydration.
 */
export function useLazyForm<Values extends FieldValues, Checked>(
  loadResolver: () => Promise<Resolver<Values, unknown, Checked>>,
  defaultValues?: DefaultValues<Values>,
): LazyForm<Values, Checked> {
  const loadChecks = () => Promise.all([loadResolver(), import('../app/field-error-messages.ts')])
  usePreload(loadChecks)
  const resolver: Resolver<Values, unknown, Checked> = async (values, context, options) => {
    const loaded = await loadChecks().catch(() => undefined)
    if (loaded === undefined) {
      showLoadFailure()
      const errors: FieldErrors<Values> = {}
      errors.root = {}
      return { values: {}, errors }
    }
    const [check, { messageOfSchemaError }] = loaded
    const result = await check(values, context, options)
    const errors: FieldErrors = result.errors
    for (const error of Object.values(errors)) {
      if (typeof error?.message === 'string') error.message = messageOfSchemaError(error.message)
    }
    return result
  }
  const form = useForm({ resolver, ...(defaultValues && { defaultValues }) })
  const { register, getFieldState, formState } = form
  return {
    ...form,
    isSubmitting: formState.isSubmitting,
    field: (name) => ({ ...register(name), error: getFieldState(name, formState).error?.message }),
  }
}
