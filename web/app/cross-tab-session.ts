/** What a tab tells the others, which share the session cookie: who has signed in; no user after a sign-out. */
export interface SessionMessage {
  readonly user: { readonly personId: string; readonly uid: string } | undefined
}

let channel: BroadcastChannel | undefined

/** The channel of such news; undefined in old browsers, which have none. A tab doesn't receive its own. */
export function sessionChannel(): BroadcastChannel | undefined {
  if ('BroadcastChannel' in window) channel ??= new BroadcastChannel('minbar-session')
  return channel
}

/** Tells the other tabs who is signed in now. */
export function announceSession(user: SessionMessage['user']): void {
  const news: SessionMessage = { user }
  sessionChannel()?.postMessage(news)
}
