import { readGeneratedFile, serverFileUrl } from '../server-files.ts'

/** The place of a ZIP, with coordinates in degrees and an IANA time zone. `alsoCalled` has other names that people use for the city. */
export type Place = {
  readonly zip: string
  readonly city: string
  readonly stateCode: string
  readonly latitude: number
  readonly longitude: number
  readonly timeZone: string
  readonly alsoCalled: readonly string[]
}

/** All US ZIPs: the fifty states, DC, PR, GU, VI, AS and MP. */
export type ZipTable = ReturnType<typeof zipTable>

/**
 * The generated file: columns sorted by `zip`. `city`, `state`, `zone` and `alsoCalled` (by ZIP) are indexes into the word lists.
 * Latitude and longitude are in ten-thousandths of a degree (11 meters).
 */
export type ZipColumns = {
  readonly states: readonly string[]
  readonly zones: readonly string[]
  readonly cities: readonly string[]
  readonly zip: readonly number[]
  readonly city: readonly number[]
  readonly state: readonly number[]
  readonly zone: readonly number[]
  readonly latitude: readonly number[]
  readonly longitude: readonly number[]
  readonly alsoCalled: Readonly<Record<string, readonly number[]>>
}

const word = (words: readonly string[], position = -1) => words[position] ?? ''

/** Finds, by binary search, the first row whose ZIP is `zip` or higher. */
function rowOf(sorted: Int32Array, zip: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const mid = (low + high) >>> 1
    if ((sorted[mid] ?? 0) < zip) low = mid + 1
    else high = mid
  }
  return low
}

/** Makes a table from the columns of the generated file. The table keeps the columns as typed arrays (about 1 MB), plus the names. */
export function zipTable(columns: ZipColumns) {
  const { states, zones, cities, alsoCalled } = columns
  const zips = Int32Array.from(columns.zip)
  const city = Uint16Array.from(columns.city)
  const state = Uint8Array.from(columns.state)
  const zone = Uint8Array.from(columns.zone)
  const latitude = Int32Array.from(columns.latitude)
  const longitude = Int32Array.from(columns.longitude)

  /** Returns the place of a ZIP of exactly five digits; undefined if there is no such ZIP. */
  const find = (zip: string): Place | undefined => {
    if (!/^\d{5}$/.test(zip)) return undefined
    const row = rowOf(zips, Number(zip))
    if (zips[row] !== Number(zip)) return undefined
    return Object.freeze({
      zip,
      city: word(cities, city[row]),
      stateCode: word(states, state[row]),
      latitude: (latitude[row] ?? 0) / 10_000,
      longitude: (longitude[row] ?? 0) / 10_000,
      timeZone: word(zones, zone[row]),
      alsoCalled: Object.freeze((alsoCalled[zip] ?? []).map((position) => word(cities, position))),
    })
  }
  const zonesByState = zonesOfStates(columns)
  /** Returns the IANA time zones of a state, the zone of the most ZIPs first. Empty for an unknown state code. */
  const zonesOf = (stateCode: string): readonly string[] => zonesByState.get(stateCode) ?? []
  return Object.freeze({ size: zips.length, find, zonesOf })
}

function zonesOfStates({ zip, state, zone, states, zones }: ZipColumns): ReadonlyMap<string, string[]> {
  const counts = new Map<string, Map<string, number>>()
  zip.forEach((_, row) => {
    const stateCode = word(states, state[row])
    const timeZone = word(zones, zone[row])
    const ofState = counts.get(stateCode) ?? new Map<string, number>()
    counts.set(stateCode, ofState.set(timeZone, (ofState.get(timeZone) ?? 0) + 1))
  })
  return new Map(
    [...counts].map(([stateCode, ofState]) => {
      const mostZipsFirst = [...ofState].toSorted(([, a], [, b]) => b - a)
      return [stateCode, mostZipsFirst.map(([timeZone]) => timeZone)]
    }),
  )
}

/** Reads a file like `zips.generated.json`. If it cannot be read, throws an error that says which command to run. */
export function readZipTable(file: URL): ZipTable {
  return zipTable(JSON.parse(readGeneratedFile('The ZIP table', file)))
}

let loaded: ZipTable | undefined

/** Returns the table of all US ZIPs. Reads the file on the first call and caches it. Throws like readZipTable. */
export function loadZipTable(): ZipTable {
  loaded ??= readZipTable(serverFileUrl('places/zips.generated.json'))
  return loaded
}
