import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import { useAfterPaint } from '../ui/after-paint.ts'
import { showLoadFailure } from './lazy-module.ts'

/**
 * What a form is checked by when it is sent. The schema, what it stands on and the words for what may be wrong are
 * loaded once the form can be read and filled in. Where they can't be had, that is said, and the form is not sent.
 */
export function useLazyResolver<Entered extends FieldValues, Checked>(
  load: () => Promise<Resolver<Entered, unknown, Checked>>,
): Resolver<Entered, unknown, Checked> {
  const loadAll = () => Promise.all([load(), import('./field-sentences.ts')])
  useAfterPaint(() => {
    loadAll().catch(() => {
      // Sending the form tries again.
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
