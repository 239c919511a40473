/** What a tab tells the others, which share the session cookie: the uid of the user who has signed in; undefined after a sign-out. */
export interface SessionMessage {
  readonly uid: string | undefined
}

let channel: BroadcastChannel | undefined

/** The channel of such news; undefined in old browsers, which have none. A tab doesn't receive its own. */
export function sessionChannel(): BroadcastChannel | undefined {
  if ('BroadcastChannel' in window) channel ??= new BroadcastChannel('minbar-session')
  return channel
}

/** Tells the other tabs who is signed in now. */
export function announceSession(uid: string | undefined): void {
  const news: SessionMessage = { uid }
  sessionChannel()?.postMessage(news)
}
