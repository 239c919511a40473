import { useSyncExternalStore } from 'react'

/** Whether the component renders on the server, or hydrates the server's HTML. After the hydration it renders again with false. */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(subscribeToNothing, falseInBrowser, trueOnServer)
}

const subscribeToNothing = () => () => undefined
const falseInBrowser = () => false
const trueOnServer = () => true
