import { t } from '@lingui/core/macro'
import { CallFailed } from '../../contract/client.ts'

/** Returns the sentence to show for an error of `call`. A `CallFailed` from `call` already contains the page's sentence. */
export function failureMessage(error: unknown): string {
  return error instanceof CallFailed ? error.message : t`Something went wrong on our side. Please try again.`
}

/**
 * Returns the message for a call without a response, or for a script of the page that failed to load. The message is loaded
 * with each screen, because without a network nothing can be loaded later.
 */
export function networkFailureMessage(): string {
  return t`Network error. Please check your connection.`
}

/** Whether a call got no response, or the server was unavailable. Then a retry may help. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof CallFailed && (error.status === 0 || error.status === 503)
}

/** Whether a failed call may still have changed data, because perhaps only its response was lost. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof CallFailed && (error.status === 0 || error.status >= 502)
}

/** Returns the sentence with the reason why a call failed; undefined if the reason is unknown. */
export function reasonOf(error: unknown): string | undefined {
  return error instanceof CallFailed && error.code !== 'internal' ? error.message : undefined
}

/** Whether the server has refused a call for a lasting reason, so that a retry can't help. */
export function isPermanentFailure(error: unknown): boolean {
  return (
    error instanceof CallFailed &&
    ([403, 404, 409].includes(error.status) || error.code === 'email_unconfirmed')
  )
}
