import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import { CallFailed } from '../../contract/client.ts'
import { useAfterPaint } from '../ui/after-paint.ts'
import { showFailure } from '../ui/toasts.tsx'
import { sentenceOf } from './sentences.ts'

/**
 * What a form is checked by when it is sent. The schema and what it stands on are loaded once the form can be read and
 * filled in. Where they can't be had, that is said, and the form is not sent.
 */
export function useCheck<Entered extends FieldValues, Checked>(
  load: () => Promise<Resolver<Entered, unknown, Checked>>,
): Resolver<Entered, unknown, Checked> {
  useAfterPaint(() => {
    load().catch(() => {
      // Sending the form tries again.
    })
  })
  return async (values, context, options) => {
    const check = await load().catch(() => undefined)
    if (check !== undefined) return check(values, context, options)
    showFailure(sentenceOf(new CallFailed(0, 'network', '')))
    const errors: FieldErrors<Entered> = {}
    errors.root = {}
    return { values: {}, errors }
  }
}
