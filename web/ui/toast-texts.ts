import { useSyncExternalStore } from 'react'

/** The texts of the toasts that are shown now. */
const texts = new Map<object, string>()
const listeners = new Set<() => void>()

/** Registers the text of a toast. Returns a function to call when the toast closes. */
export function registerToastText(text: string): () => void {
  const key = {}
  texts.set(key, text)
  notify()
  return () => {
    texts.delete(key)
    notify()
  }
}

/** Whether a toast shows this text now, perhaps as a part of its own. */
export function useIsInToast(text: unknown): boolean {
  return useSyncExternalStore(
    subscribe,
    () => typeof text === 'string' && text !== '' && [...texts.values()].some((it) => it.includes(text)),
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notify(): void {
  for (const listener of listeners) listener()
}
