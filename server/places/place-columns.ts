import type { Place } from './zip-table.ts'

/** The columns that a place gives to the row of a masjid or a khateeb. */
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
