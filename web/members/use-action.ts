import type { MessageDescriptor } from '@lingui/core'
import { useMutation } from '@tanstack/react-query'
import { CallFailed } from '../../contract/client.ts'
import { reasonOf } from '../app/sentences.ts'
import { words } from '../app/words.ts'
import { showFailure, showSuccess } from '../ui/toasts.tsx'
import { refreshScreen } from './refresh-screen.ts'

/** Something that can be done with a `Given`, and what is said when it was done or failed. */
export interface Action<Given> {
  readonly run: (given: Given) => Promise<unknown>
  readonly done: MessageDescriptor
  readonly failed: MessageDescriptor
}

interface Options {
  /** The server has answered, and the screen is about to be asked for anew: what was asked for is done, or can't be. */
  readonly onAnswer?: () => void
}

/** Does an action, says how it went, and brings the screen up to date; it is pending until then. */
export function useAction<Given>(action: Action<Given>, { onAnswer }: Options = {}) {
  return useMutation({
    mutationFn: action.run,
    onSuccess: () => {
      showSuccess(words._(action.done))
      onAnswer?.()
      return refreshScreen()
    },
    onError: (error) => {
      showFailure(words._(action.failed), { reason: reasonOf(error) })
      if (!isRefusal(error)) return undefined
      onAnswer?.()
      return refreshScreen()
    },
  })
}

/** Whether the server looked at the call and declined it, so that the screen isn't true any more and trying again is no use. */
function isRefusal(error: Error): boolean {
  return error instanceof CallFailed && (error.status === 404 || error.status === 409)
}
