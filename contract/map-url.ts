/** A masjid's address. */
export interface MapPlace {
  readonly address: string
  readonly city: string
  readonly stateCode: string
  readonly zipCode: string
}

/** An address in one line, as on an envelope. */
export function addressLine({ address, city, stateCode, zipCode }: MapPlace): string {
  return `${address}, ${city}, ${stateCode} ${zipCode}`
}

/**
 * A link that shows a place on a map: in the app of a phone that has it, otherwise in the browser.
 * Source: https://developers.google.com/maps/documentation/urls/get-started#search-action
 */
export function mapUrl(place: MapPlace): `https://${string}` {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(addressLine(place))}`
}

/**
 * A link to directions to a place: in the app of a phone that has it, otherwise in the browser.
 * Source: https://developers.google.com/maps/documentation/urls/get-started#directions-action
 */
export function directionsUrl(place: MapPlace): `https://${string}` {
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(addressLine(place))}`
}
