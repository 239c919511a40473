import { useSyncExternalStore } from 'react'

/** Whether this part of the screen is rendered on the server, or as the server rendered it. Renders again with false once it is hydrated. */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(neverChanges, isFalse, isTrue)
}

const neverChanges = () => () => undefined
const isFalse = () => false
const isTrue = () => true
