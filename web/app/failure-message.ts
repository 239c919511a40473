import { t } from '@lingui/core/macro'
import { CallFailed } from '../../contract/client.ts'

/** A sentence for anything that a call throws. A failed call has its sentence already: see `call`. */
export function failureMessage(error: unknown): string {
  return error instanceof CallFailed ? error.message : t`Something went wrong on our side. Please try again.`
}

/** Says that there was no answer, also if a script of the page failed to load. It is loaded with the page, since nothing else can be. */
export function networkFailureMessage(): string {
  return t`Network error. Please check your connection.`
}

/** Why a call failed, in a sentence; undefined if the reason is unknown. */
export function reasonOf(error: unknown): string | undefined {
  return error instanceof CallFailed && error.code !== 'internal' ? error.message : undefined
}
