import type { Masjid } from './masjid-queries.ts'

/**
 * A link to directions to a masjid: in the app of a phone that has it, otherwise in the browser.
 * Source: https://developers.google.com/maps/documentation/urls/get-started#directions-action
 */
export function directionsUrl({
  masjidAddress,
  city,
  stateCode,
  zipCode,
}: Pick<Masjid, 'masjidAddress' | 'city' | 'stateCode' | 'zipCode'>): string {
  const address = `${masjidAddress}, ${city}, ${stateCode} ${zipCode}`
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address)}`
}
