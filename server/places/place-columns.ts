import type { Place } from './zip-table.ts'

/** Returns the columns of a masjid's or khateeb's row that depend on its ZIP. */
export function placeColumns(place: Place) {
  return {
    zip_code: place.zip,
    city: place.city,
    state_code: place.stateCode,
    also_called: place.alsoCalled.join(', '),
    latitude: place.latitude,
    longitude: place.longitude,
  }
}
