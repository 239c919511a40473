import { useSyncExternalStore } from 'react'

/** Change listeners of the mounted sign-in dialogs: one while a screen for members is open, otherwise none. */
const listeners = new Set<() => void>()

let pendingReauthentication: Promise<boolean> | undefined
let resolvePending: (isSignedIn: boolean) => void = () => {}

/**
 * Opens the dialog to sign in again, after a call was refused because the session has expired. Resolves with true when the same
 * user has signed in. Resolves with false if the user cancels, if a different user signs in, or if no screen for members is open.
 * Concurrent callers share one dialog.
 */
export function reauthenticate(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false)
  pendingReauthentication ??= new Promise((resolve) => {
    resolvePending = resolve
  })
  notifyListeners()
  return pendingReauthentication
}

/** Closes the dialog and resolves all waiting callers of `reauthenticate`. */
export function finishReauthentication(isSignedIn: boolean): void {
  pendingReauthentication = undefined
  resolvePending(isSignedIn)
  notifyListeners()
}

/** Whether to show the dialog. Only the dialog may use this hook: while the hook is mounted, `reauthenticate` waits for the dialog. */
export function useIsReauthenticating(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => pendingReauthentication !== undefined,
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) finishReauthentication(false)
  }
}

function notifyListeners(): void {
  for (const notify of listeners) notify()
}
