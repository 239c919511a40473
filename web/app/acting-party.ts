import { actingParameter, actingUidIn, withActingParty } from '../../contract/acting-party.ts'

/**
 * The `sessionStorage` key of an item that is set before a reload for another party. `partyLoss` reads the item after the reload. The value
 * is the success message of the action by which the user left the party, or empty if the user lost the party in another way.
 */
export const partyLossKey = 'lost-party-message'

/** Adds the acting party to a path, if `search` (the query of the current address) names an acting party. */
export function pathForCurrentParty(path: string, search: string): string {
  const uid = actingUidIn(search)
  return uid === null ? path : withActingParty(path, uid)
}

/** Returns the address of a slot's calendar file, with the acting party that `search` names. */
export function calendarFileUrl(slotId: string, search: string): string {
  return pathForCurrentParty(`/calendar/event/${slotId}.ics`, search)
}

/**
 * Reloads the screen. If its address names a party, removes the party from the address, because perhaps the signed-in user is not a member
 * of this party. The session then acts for the user's first party.
 */
export function reloadForFirstParty(): void {
  const url = new URL(window.location.href)
  if (!url.searchParams.has(actingParameter)) return window.location.reload()
  url.searchParams.delete(actingParameter)
  sessionStorage.setItem(partyLossKey, '')
  window.location.replace(url)
}
