import { t } from '@lingui/core/macro'
import type { FieldErrors, FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { CallFailed } from '../../contract/client.ts'
import { showFailure } from '../ui/toasts.tsx'

/** Says in a toast what is wrong first, besides at its field: on a phone the field may be out of sight. */
export function showFirstError(errors: FieldErrors): void {
  const first = Object.values(errors).find((it) => typeof it?.message === 'string')
  showFailure(typeof first?.message === 'string' ? first.message : t`Please fill all fields`)
}

/** Puts what the server said of each field at that field; gives the first sentence, if any belongs to a field here. */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  names: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
): string | undefined {
  if (!(error instanceof CallFailed)) return undefined
  const found = names.filter((name) => error.fields[name] !== undefined)
  for (const [place, name] of found.entries()) {
    setError(name, { type: 'server', message: error.fields[name] ?? '' }, { shouldFocus: place === 0 })
  }
  const [first] = found
  return first === undefined ? undefined : error.fields[first]
}
