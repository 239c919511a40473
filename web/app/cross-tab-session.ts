import { useEffect, useEffectEvent } from 'react'

/** A message to the other tabs, which share the session cookie. `user` is the user who has signed in, or undefined after a sign-out. */
export interface SessionMessage {
  readonly user: { readonly personId: string } | undefined
}

let channel: BroadcastChannel | undefined

/**
 * Returns the channel for `SessionMessage`s; undefined in old browsers without `BroadcastChannel`. A tab doesn't receive its own messages.
 */
function sessionChannel(): BroadcastChannel | undefined {
  if ('BroadcastChannel' in window) channel ??= new BroadcastChannel('minbar-session')
  return channel
}

/** Sends the other tabs a message about the user who has just signed in, or about a sign-out if `user` is undefined. */
export function announceSession(user: SessionMessage['user']): void {
  const message: SessionMessage = { user }
  sessionChannel()?.postMessage(message)
}

/** Calls `onMessage` when another tab signs in or out, while the component is mounted. */
export function useSessionMessages(onMessage: (message: SessionMessage) => void): void {
  const onLatest = useEffectEvent(({ data }: MessageEvent<SessionMessage>) => onMessage(data))
  useEffect(() => {
    const receive = (event: MessageEvent<SessionMessage>) => onLatest(event)
    const joined = sessionChannel()
    joined?.addEventListener('message', receive)
    return () => joined?.removeEventListener('message', receive)
  }, [])
}
