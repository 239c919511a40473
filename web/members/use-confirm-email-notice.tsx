import { type ReactNode, useState } from 'react'
import type { Action } from '../app/use-action.ts'
import { ConfirmEmailNotice } from './email-confirmation.tsx'

/**
 * Lets a form show `ConfirmEmailNotice`. Run `noticing` in place of the action, and render `notice`, which is empty until the action fails
 * because the user's email is unconfirmed.
 */
export function useConfirmEmailNotice<Given, Output>(
  action: Action<Given, Output>,
): { noticing: Action<Given, Output>; notice: ReactNode } {
  const [error, setError] = useState<Error | null>(null)
  const noticing: Action<Given, Output> = {
    ...action,
    failed: (failure, ...rest) => {
      setError(failure)
      return action.failed?.(failure, ...rest)
    },
  }
  return { noticing, notice: <ConfirmEmailNotice error={error} /> }
}
