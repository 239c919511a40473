import { geocode, lookUpZip } from '../../contract/places.ts'
import { Failure } from '../http/failure.ts'
import { publicRoute, type Route } from '../http/route.ts'
import type { Place, ZipTable } from './zip-table.ts'

export function placeRoutes(zips: ZipTable): Route[] {
  function find(zip: string): Place {
    const place = zips.find(zip)
    if (place === undefined) throw new Failure('unknown_zip')
    return place
  }
  return [
    publicRoute(lookUpZip, async (_, { zip }) => {
      const { city, stateCode } = find(zip)
      // The product's specification (see docs/conformance.md) names these fields, after a ZIP lookup service.
      return { places: [{ 'place name': city, 'state abbreviation': stateCode }] }
    }),
    publicRoute(geocode, async (_, { zipCode }) => {
      const { latitude, longitude } = find(zipCode)
      return { latitude, longitude }
    }),
  ]
}
