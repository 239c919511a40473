import { useRef, useSyncExternalStore } from 'react'

/** Whether the component renders on the server, or hydrates the server's HTML. After the hydration it renders again with false. */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(subscribeToNothing, falseInBrowser, trueOnServer)
}

/**
 * Whether the component was first rendered on the server, or to hydrate the server's HTML. Unlike `useIsHydrating`, this never changes, so
 * the component doesn't render again after the hydration.
 */
export function useWasHydrated(): boolean {
  const wasHydrated = useRef(false)
  return useSyncExternalStore(
    subscribeToNothing,
    () => wasHydrated.current,
    () => {
      wasHydrated.current = true
      return true
    },
  )
}

const subscribeToNothing = () => () => undefined
const falseInBrowser = () => false
const trueOnServer = () => true
