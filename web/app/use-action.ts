import { useMutation } from '@tanstack/react-query'
import { CallFailed } from '../../contract/client.ts'
import { showFailure, showInfo, showSuccess } from '../ui/toasts.tsx'
import { refreshScreen } from './refresh-screen.ts'
import { reasonOf } from './failure-sentences.ts'

/** What a toast says. */
interface ToastText {
  readonly text: string
  /** Why it failed, in a second line. */
  readonly reason?: string | undefined
  /** There was nothing to do. */
  readonly isInfo?: boolean
}

/** Something that can be done with a `Given`, and what is said when it was done or failed. */
export interface Action<Given, Answer = unknown> {
  readonly run: (given: Given) => Promise<Answer>
  readonly done: (answer: Answer, given: Given) => string | ToastText
  /** A text alone is followed by the reason, where one is known. */
  readonly failed: (error: Error) => string | ToastText
  /** Nothing that is on the screen changes by it. */
  readonly changesNothing?: true
}

interface Options<Answer> {
  /** It is done, and the screen is about to be refreshed. */
  readonly onDone?: (answer: Answer) => unknown
  /** The server has answered, and the screen is about to be refreshed: what was asked for is done, or can't be. */
  readonly onAnswer?: () => void
}

/**
 * Does an action, says how it went, and refreshes the screen where the action was done or refused; it is pending until
 * then.
 */
export function useAction<Given, Answer>(
  action: Action<Given, Answer>,
  { onDone, onAnswer }: Options<Answer> = {},
) {
  const refresh = () => {
    onAnswer?.()
    return action.changesNothing ? undefined : refreshScreen()
  }
  return useMutation({
    mutationFn: action.run,
    onSuccess: async (answer, given) => {
      const said = action.done(answer, given)
      const { text, isInfo } = typeof said === 'string' ? { text: said } : said
      if (isInfo) showInfo(text)
      else showSuccess(text)
      await onDone?.(answer)
      return refresh()
    },
    onError: (error) => {
      const said = action.failed(error)
      const { text, reason } = typeof said === 'string' ? { text: said, reason: reasonOf(error) } : said
      showFailure(text, { reason })
      return isRefusal(error) ? refresh() : undefined
    },
  })
}

/** Whether the call met another state of things than the screen shows, so that trying it again is no use. */
function isRefusal(error: Error): boolean {
  return error instanceof CallFailed && (error.status === 404 || error.status === 409)
}
