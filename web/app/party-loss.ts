import { actingUidIn } from '../../contract/acting-party.ts'
import { partyLossKey } from './acting-party.ts'

interface PartyLoss {
  /** The success message of the user's own action, such as leaving the masjid. Undefined if the user lost the party in another way. */
  readonly message: string | undefined
}

let knownLoss: PartyLoss | null | undefined

/**
 * Returns how the user lost a party just before this document was loaded, for example because an owner removed them. Null if the user lost
 * none, or has left the document's first screen.
 */
export function partyLoss(): PartyLoss | null {
  // The old document, which still has the party in its address, must not remove the item: the new document reads the item after the reload.
  if (knownLoss === undefined && actingUidIn(window.location.search) === null) {
    const item = sessionStorage.getItem(partyLossKey)
    knownLoss = item === null ? null : { message: item || undefined }
    sessionStorage.removeItem(partyLossKey)
  }
  return knownLoss ?? null
}

/** Call this when the user leaves the first screen after the reload, because later screens must not mention the loss. */
export function forgetPartyLoss(): void {
  knownLoss = null
}

/** Stores the success message of the action by which the user loses the party, for the document that replaces this one. */
export function storePartyLossMessage(message: string): void {
  knownLoss = null
  sessionStorage.setItem(partyLossKey, message)
}
