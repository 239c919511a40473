import { useSyncExternalStore } from 'react'

/** The frames that can ask: one while a protected screen is open, else none. */
const frames = new Set<() => void>()

let asked: Promise<boolean> | undefined
let answer: (isBack: boolean) => void = () => {}

/**
 * To be called when a call was refused for want of a session. Resolves with whether the same person has signed in
 * again; with false at once where no protected screen is open. Calls that are refused together ask once.
 */
export function reauthenticate(): Promise<boolean> {
  if (frames.size === 0) return Promise.resolve(false)
  asked ??= new Promise((resolve) => {
    answer = resolve
  })
  tellFrames()
  return asked
}

/** Ends the question. */
export function finishReauthentication(isBack: boolean): void {
  asked = undefined
  answer(isBack)
  tellFrames()
}

/** Whether the one who looks is to be asked to sign in again. Whoever uses this must ask. */
export function useIsReauthenticating(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => asked !== undefined,
    () => false,
  )
}

function subscribe(frame: () => void): () => void {
  frames.add(frame)
  return () => {
    frames.delete(frame)
    if (frames.size === 0) finishReauthentication(false)
  }
}

function tellFrames(): void {
  for (const tell of frames) tell()
}
