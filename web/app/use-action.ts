import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { CallFailed } from '../../contract/client.ts'
import type { EarlierAct } from '../../contract/earlier-act.ts'
import { closeToasts } from '../ui/shown-toasts.ts'
import { showToast } from '../ui/toasts.tsx'
import { reasonOf } from './failure-message.ts'
import { refreshScreen } from './refresh-screen.ts'
import { forgetSession, forgetSessionIfEnded } from './session.ts'

interface ToastText {
  readonly text: string
  /** Why the action failed, or what else it changed, in a second line. */
  readonly reason?: string | undefined
  /** Shows an info toast instead of a success: there was nothing to do. */
  readonly isInfo?: boolean
  /** Milliseconds that a success is shown, if not the default. */
  readonly duration?: number
  /** A button that undoes the action. */
  readonly undo?: { readonly label: string; readonly run: () => void } | undefined
}

/** A change, and the toasts for its success and failure. A screen that shows the result itself needs no toast. */
export interface Action<Given, Answer = unknown> {
  readonly run: (given: Given) => Promise<Answer>
  readonly done?: (answer: Answer, given: Given) => string | ToastText
  /**
   * If it returns a string, the toast's second line is the error's reason, if known. With a `fieldError` (the sentence that a form
   * shows at a field), the toast has no second line. What a colleague did first replaces a string, and is the second line of a toast's text.
   */
  readonly failed?: (error: Error, fieldError?: string) => string | ToastText | undefined
  /** What its toasts are about; by default this use of the action. See `ToastOptions`. */
  readonly topic?: (given: Given) => string
  /** The action changes nothing on the screen, so it isn't refreshed. */
  readonly changesNothing?: true
  /**
   * The action ends the session, so the toasts and all data of the user are cleared. Use `perhaps` for a link in an email, which
   * may belong to another account than the one that is signed in.
   */
  readonly endsSession?: true | 'perhaps'
}

/** What to do before the page is refreshed, for example close a dialog or leave the screen. */
export interface ActionCallbacks<Given, Answer> {
  readonly onDone?: (answer: Answer, given: Given) => unknown
  /** After a refusal: 404 or 409. */
  readonly onRefused?: () => void
}

/**
 * Runs an action, shows its toast, and refreshes the screen after success or a refusal. It is pending until the refresh is done.
 * Everything that changes data uses this hook, so that no screen stays out of date.
 */
export function useAction<Given, Answer>(
  action: Action<Given, Answer>,
  { onDone, onRefused }: ActionCallbacks<Given, Answer> = {},
) {
  const ownTopic = useId()
  const refresh = () => (action.changesNothing ? undefined : refreshScreen())
  const show = (
    kind: 'success' | 'error',
    said: string | ToastText | undefined,
    given: Given,
    why?: string,
  ) => {
    if (said === undefined) return
    const { isInfo, ...toast } = typeof said === 'string' ? { text: said, reason: why } : said
    showToast({ kind: isInfo ? 'info' : kind, topic: action.topic?.(given) ?? ownTopic, ...toast })
  }
  return useMutation({
    mutationFn: action.run,
    onSuccess: async (answer, given) => {
      if (action.endsSession) closeToasts()
      show('success', (await earlierActIn(answer)) ?? action.done?.(answer, given), given)
      // Before the data is cleared: a mounted screen for members would refetch it.
      await onDone?.(answer, given)
      if (action.endsSession === true) return forgetSession()
      if (action.endsSession === 'perhaps') await forgetSessionIfEnded()
      return refresh()
    },
    onError: async (error, given) => {
      show('error', await earlierActIn(error, action.failed?.(error)), given, reasonOf(error))
      if (!isRefusal(error)) return
      onRefused?.()
      return refresh()
    },
  })
}

/** The toast that says who was faster, if an answer or a failure does. Otherwise, or if its script fails to load, `failed`. */
async function earlierActIn(
  answer: unknown,
  failed?: string | ToastText,
): Promise<string | ToastText | undefined> {
  const { by }: { by?: EarlierAct | undefined } = answer ?? {}
  const script = by && (await import('./earlier-act.ts').catch(() => undefined))
  return by && script ? script.earlierActToast(by, failed) : failed
}

/** Whether the screen was out of date, so that a retry can't help. */
function isRefusal(error: Error): boolean {
  return error instanceof CallFailed && (error.status === 404 || error.status === 409)
}
