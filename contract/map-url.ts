/** A masjid's address. */
export interface PostalAddressFields {
  readonly address: string
  readonly city: string
  readonly stateCode: string
  readonly zipCode: string
}

/** Formats an address in one line, as on an envelope. */
export function addressLine({ address, city, stateCode, zipCode }: PostalAddressFields): string {
  return `${address}, ${city}, ${stateCode} ${zipCode}`
}

/**
 * Returns a link that shows a place on a map. A phone opens the link in its map app if it has one; otherwise the browser opens it. Source:
 * https://developers.google.com/maps/documentation/urls/get-started#search-action
 */
export function mapUrl(place: PostalAddressFields): `https://${string}` {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(addressLine(place))}`
}

/**
 * Returns a link with directions to a place. A phone opens the link in its map app if it has one; otherwise the browser opens it. Source:
 * https://developers.google.com/maps/documentation/urls/get-started#directions-action
 */
export function directionsUrl(place: PostalAddressFields): `https://${string}` {
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(addressLine(place))}`
}
