import { useIsMutating, useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { CallFailed } from '../../contract/client.ts'
import type { EarlierAct } from '../../contract/earlier-act.ts'
import { closeToasts } from '../ui/shown-toasts.ts'
import { showToast } from '../ui/toasts.tsx'
import { isPermanentFailure, reasonOf } from './failure-message.ts'
import { refreshScreen } from './refresh-screen.ts'
import { forgetSession, forgetSessionIfEnded } from './session.ts'

interface ToastText {
  readonly text: string
  /** The second line: why the action failed, or what else it changed. */
  readonly reason?: string | undefined
  /** Makes this an info toast, for an action that changed nothing because there was nothing to do. */
  readonly isInfo?: boolean
  /** How long a success toast is shown, in milliseconds, if not the default. */
  readonly duration?: number
  /** A button that undoes the action. */
  readonly undo?: { readonly label: string; readonly run: () => void } | undefined
}

/** The complete toast for a failure. */
export interface FailureToast extends ToastText {
  /** The second line; undefined for none. Required, so that each such toast says whether it has a second line. */
  readonly reason: string | undefined
}

/** A change, and the toasts for its success and failure. A screen that shows the result itself needs no toast. */
export interface Action<Given, Output = unknown> {
  readonly run: (given: Given) => Promise<Output>
  readonly done?: (output: Output, given: Given) => string | ToastText
  /**
   * Returns the toast for a failure; undefined shows none. To a string, `useAction` adds the reason of the failure as a second line, unless
   * the reason is unknown or a field of a form shows it. A `FailureToast` has its own second line, or none. `fieldError` is the sentence
   * that a field shows.
   *
   * Exception: if another member, or the user in another tab, acted first, the toast says so. The sentence about this act is the second
   * line of a `FailureToast`, and otherwise the whole toast.
   */
  readonly failed?: (
    error: Error,
    fieldError: string | undefined,
    given: Given,
  ) => string | FailureToast | undefined
  /** Set this if the string that `failed` returns asks the user to retry. If a retry can't help, the toast then begins with the reason. */
  readonly textAsksForRetry?: true
  /** The scope of the action's toasts: see `ToastOptions`. By default, each `useAction` has its own scope. */
  readonly scope?: (given: Given) => string
  /** The screen isn't refreshed after the action, because the action changes nothing on it, or because the user leaves it. */
  readonly skipsRefresh?: true
  /**
   * The action ends the session, so the toasts and all data of the user are cleared. With `perhaps`, the data is cleared only if the server
   * says that the session has ended. Use `perhaps` for a link in an email, because the link may belong to another account than the
   * signed-in one. Also use it if the user may still have another party after the action.
   */
  readonly endsSession?: true | 'perhaps'
}

/** Callbacks that run before the screen is refreshed, for example to close a dialog or to leave the screen. */
export interface ActionCallbacks<Given, Output> {
  /** Names a group of actions of which the user can run only one at a time: see `useIsGroupRunning`. */
  readonly group?: string | undefined
  readonly onDone?: (output: Output, given: Given) => unknown
  /** Runs after a refusal (404 or 409). */
  readonly onRefused?: () => void
}

/**
 * Runs an action, shows its toast, and refreshes the screen after a success or a refusal. The returned mutation is pending until the
 * refresh is done. Use this hook for each action of the user that changes data, so that no screen stays out of date.
 */
export function useAction<Given, Output>(
  action: Action<Given, Output>,
  { group, onDone, onRefused }: ActionCallbacks<Given, Output> = {},
) {
  const ownScope = useId()
  const refresh = () => (action.skipsRefresh ? undefined : refreshScreen())
  /** Adds the reason of a failure, if it is known. The reason comes first if the text asks for a retry that can't help. */
  const withReason = (text: string, error: Error | undefined): ToastText => {
    const reason = reasonOf(error)
    const isReasonFirst = action.textAsksForRetry && reason !== undefined && isPermanentFailure(error)
    return isReasonFirst ? { text: reason, reason: text } : { text, reason }
  }
  const show = (
    kind: 'success' | 'error',
    said: string | ToastText | undefined,
    given: Given,
    error?: Error,
  ) => {
    if (said === undefined) return
    const { isInfo, ...toast } = typeof said === 'string' ? withReason(said, error) : said
    showToast({ kind: isInfo ? 'info' : kind, scope: action.scope?.(given) ?? ownScope, ...toast })
  }
  return useMutation({
    mutationKey: [group ?? ownScope],
    mutationFn: action.run,
    onSuccess: async (output, given) => {
      if (action.endsSession) closeToasts()
      show('success', (await toastWithEarlierAct(output)) ?? action.done?.(output, given), given)
      // Runs before the data is cleared, so that `onDone` can leave the screen. Otherwise a screen for members would refetch its data.
      await onDone?.(output, given)
      if (action.endsSession === true) return forgetSession()
      if (action.endsSession === 'perhaps') await forgetSessionIfEnded()
      return refresh()
    },
    onError: async (error, given) => {
      show('error', await toastWithEarlierAct(error, action.failed?.(error, undefined, given)), given, error)
      if (!isRefusal(error)) return
      onRefused?.()
      return refresh()
    },
  })
}

/** Whether an action of this group is running. False without a group. */
export function useIsGroupRunning(group = ''): boolean {
  return useIsMutating({ mutationKey: [group] }) > 0
}

/**
 * Returns the toast about a colleague's earlier act, if the output or failure of a call has one (`by`). Otherwise, or if the toast's script
 * fails to load, returns `failed`.
 */
async function toastWithEarlierAct(
  output: unknown,
  failed?: string | ToastText,
): Promise<string | ToastText | undefined> {
  const { by }: { by?: EarlierAct | undefined } = output ?? {}
  const script = by && (await import('./earlier-act.ts').catch(() => undefined))
  return by && script ? script.earlierActToast(by, failed) : failed
}

/** Whether the server refused the action because the screen was out of date, so that a retry can't help. */
function isRefusal(error: Error): boolean {
  return error instanceof CallFailed && (error.status === 404 || error.status === 409)
}
