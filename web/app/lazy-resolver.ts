import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import { useAfterPaint } from '../ui/after-paint.ts'
import { showLoadFailure } from './lazy-dialog.tsx'

/**
 * A form resolver whose schema, validation library and error sentences load after the first paint. If they fail to load, submitting
 * shows an error and doesn't send the form.
 */
export function useLazyResolver<Entered extends FieldValues, Checked>(
  load: () => Promise<Resolver<Entered, unknown, Checked>>,
): Resolver<Entered, unknown, Checked> {
  const loadAll = () => Promise.all([load(), import('./field-sentences.ts')])
  useAfterPaint(() => {
    loadAll().catch(() => {
      // Submitting the form loads again.
    })
  })
  return async (values, context, options) => {
    const loaded = await loadAll().catch(() => undefined)
    if (loaded === undefined) {
      showLoadFailure()
      const errors: FieldErrors<Entered> = {}
      errors.root = {}
      return { values: {}, errors }
    }
    const [check, { sentenceOfSchema }] = loaded
    const result = await check(values, context, options)
    const errors: FieldErrors = result.errors
    for (const error of Object.values(errors)) {
      if (typeof error?.message === 'string') error.message = sentenceOfSchema(error.message)
    }
    return result
  }
}
