import { actingParameter, actingUidIn, forParty } from '../../contract/acting-party.ts'

/** In `sessionStorage`, while the screen is reloaded because its party is not the user's: see `hasLostParty`. */
export const lostPartyKey = 'lost-party'

/** Adds the acting party of the current address (`search`) to a path. */
export function forCurrentParty(path: string, search: string): string {
  const uid = actingUidIn(search)
  return uid === null ? path : forParty(path, uid)
}

/** The address of a slot's calendar file, for the acting party of the current address (`search`). */
export function calendarFileUrl(slotId: string, search: string): string {
  return forCurrentParty(`/calendar/event/${slotId}.ics`, search)
}

/** Reloads the screen. If its party is not the user's anymore, the session then acts for the user's first party. */
export function reloadForFirstParty(): void {
  const url = new URL(window.location.href)
  if (!url.searchParams.has(actingParameter)) return window.location.reload()
  url.searchParams.delete(actingParameter)
  sessionStorage.setItem(lostPartyKey, '1')
  window.location.replace(url)
}
