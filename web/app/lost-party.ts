import { actingUidIn } from '../../contract/acting-party.ts'
import { lostPartyKey } from './acting-party.ts'

let isLost: boolean | undefined

/**
 * Whether the document was reloaded because the user can't act for a party any more, for example because an owner has removed them, and
 * still shows its first screen.
 */
export function hasLostParty(): boolean {
  // Before the reload, the old document still has the party in its address. It must not remove the item, because the new document reads it.
  if (isLost === undefined && actingUidIn(window.location.search) === null) {
    isLost = sessionStorage.getItem(lostPartyKey) !== null
    sessionStorage.removeItem(lostPartyKey)
  }
  return isLost ?? false
}

/** Call this when the user leaves the first screen after the reload, because the loss explains only that screen. */
export function forgetLostParty(): void {
  isLost = false
}
