import { lostPartyKey } from './acting-party.ts'

let isLost: boolean | undefined

/** Whether this document replaced one for a party that is not the user's, for example because an owner has removed them. */
export function hasLostParty(): boolean {
  if (isLost === undefined) {
    isLost = sessionStorage.getItem(lostPartyKey) !== null
    sessionStorage.removeItem(lostPartyKey)
  }
  return isLost
}
