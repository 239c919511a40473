import { lostPartyKey } from './acting-party.ts'

let isLost: boolean | undefined

/** Whether this document was reloaded because the user can't act for a party any more, for example because an owner has removed them. */
export function hasLostParty(): boolean {
  if (isLost === undefined) {
    isLost = sessionStorage.getItem(lostPartyKey) !== null
    sessionStorage.removeItem(lostPartyKey)
  }
  return isLost
}
