/** A message to the other tabs, which share the session cookie. `user` is the user who has signed in, or undefined after a sign-out. */
export interface SessionMessage {
  readonly user: { readonly personId: string } | undefined
}

let channel: BroadcastChannel | undefined

/**
 * Returns the channel for `SessionMessage`s; undefined in old browsers without `BroadcastChannel`. A tab doesn't receive its own messages.
 */
export function sessionChannel(): BroadcastChannel | undefined {
  if ('BroadcastChannel' in window) channel ??= new BroadcastChannel('minbar-session')
  return channel
}

/** Sends the other tabs a message about the user who has just signed in, or about a sign-out if undefined. */
export function announceSession(user: SessionMessage['user']): void {
  const message: SessionMessage = { user }
  sessionChannel()?.postMessage(message)
}
