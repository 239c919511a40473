import { actingUidIn } from '../../contract/acting-party.ts'
import { lostPartyKey } from './acting-party.ts'

interface LostParty {
  /** The success message of the user's own action, such as leaving the masjid. Undefined if the user has lost the party otherwise. */
  readonly message: string | undefined
}

let knownLostParty: LostParty | null | undefined

/**
 * Returns how the user lost a party just before this document was loaded, for example because an owner removed them. Null if the user lost
 * none, or has left the document's first screen.
 */
export function lostParty(): LostParty | null {
  // Before the reload, the old document still has the party in its address. It must not remove the item, because the new document reads it.
  if (knownLostParty === undefined && actingUidIn(window.location.search) === null) {
    const item = sessionStorage.getItem(lostPartyKey)
    knownLostParty = item === null ? null : { message: item || undefined }
    sessionStorage.removeItem(lostPartyKey)
  }
  return knownLostParty ?? null
}

/** Call this when the user leaves the first screen after the reload, because the loss explains only that screen. */
export function forgetLostParty(): void {
  knownLostParty = null
}

/** Passes the success message of the action by which the user loses the party to the next document, which replaces this one. */
export function passLossMessage(message: string): void {
  knownLostParty = null
  sessionStorage.setItem(lostPartyKey, message)
}
