import { useMutation } from '@tanstack/react-query'
import { CallFailed } from '../../contract/client.ts'
import { showFailure, showInfo, showSuccess } from '../ui/toasts.tsx'
import { reasonOf } from './failure-sentences.ts'
import { refreshScreen } from './refresh-screen.ts'

interface ToastText {
  readonly text: string
  /** Why the action failed, in a second line. */
  readonly reason?: string | undefined
  /** Shows an info toast instead of a success: there was nothing to do. */
  readonly isInfo?: boolean
}

/** A call with input `Given`, and the toasts for its success and failure. */
export interface Action<Given, Answer = unknown> {
  readonly run: (given: Given) => Promise<Answer>
  readonly done: (answer: Answer, given: Given) => string | ToastText
  /** A string gets the error's reason as its second line, if known. */
  readonly failed: (error: Error) => string | ToastText
  /** The action changes nothing on the screen, so it isn't refreshed. */
  readonly changesNothing?: true
}

/**
 * Runs an action, shows its toast, and refreshes the screen after success or a refusal (404, 409). It is pending until the refresh is
 * done. `onAnswer` runs before the refresh.
 */
export function useAction<Given, Answer>(action: Action<Given, Answer>, onAnswer?: () => void) {
  const refresh = () => {
    onAnswer?.()
    return action.changesNothing ? undefined : refreshScreen()
  }
  return useMutation({
    mutationFn: action.run,
    onSuccess: (answer, given) => {
      const done = action.done(answer, given)
      const { text, isInfo } = typeof done === 'string' ? { text: done } : done
      if (isInfo) showInfo(text)
      else showSuccess(text)
      return refresh()
    },
    onError: (error) => {
      const failed = action.failed(error)
      const { text, reason } = typeof failed === 'string' ? { text: failed, reason: reasonOf(error) } : failed
      showFailure(text, reason)
      return isRefusal(error) ? refresh() : undefined
    },
  })
}

/** Whether the screen was out of date, so that a retry can't help. */
function isRefusal(error: Error): boolean {
  return error instanceof CallFailed && (error.status === 404 || error.status === 409)
}
