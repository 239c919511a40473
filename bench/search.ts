import { readFile } from 'node:fs/promises'
import type { Client } from 'pg'
import type { Database } from '../server/database/database.ts'
import { searchDirectory } from '../server/directory/directory-search.ts'
import { masjidSearch } from '../server/directory/masjid-and-khateeb-lists.ts'
import { loadZipTable, type Place } from '../server/places/zip-table.ts'
import { withDatabase } from '../tools/postgres/connections.ts'
import { median, type ReportMeasurement } from './report.ts'
import { accountInserts } from './seed.ts'
import { seededRandom } from './seeded-random.ts'
import { withTypo } from './typo.ts'

/** All searches start from this place, so that the distance to a masjid doesn't help to find the right one. */
const center = { latitude: 39.83, longitude: -98.58 }

export interface NamedPlace extends Pick<Place, 'city' | 'stateCode' | 'zip' | 'latitude' | 'longitude'> {
  readonly name: string
}

const arabicNames =
  'Noor Huda Taqwa Rahman Bilal Omar Hamza Aqsa Quba Salam Furqan Tawheed Madinah Falah Hikmah Jannah Khalil Ibrahim Yusuf Uthman Fatima Aisha Khadijah Maryam Siddiq Ansar Sahaba Sunnah Ihsan Iman Islah Zahra Muhammad Hussain Shura Uloom Hidayah Hedaya Barakah Wadood Kareem Tawbah Amin Badr Arqam Hijrah Qiblah Farooq'.split(
    ' ',
  )

/** Returns invented names for masjids at real places, the same in every run. */
export function inventedMasjids(count: number): NamedPlace[] {
  const random = seededRandom(1)
  const places = allPlaces()
  const oneOf = <T>(list: readonly T[], otherwise: T) => list[Math.floor(random() * list.length)] ?? otherwise
  const forms: ((city: string) => string)[] = [
    (city) => `Islamic Center of ${city}`,
    (city) => `Islamic Society of ${city}`,
    (city) => `${city} Muslim Community Center`,
    (city) => `Masjid ${oneOf(arabicNames, '')} of ${city}`,
    () => `Masjid Al-${oneOf(arabicNames, '')}`,
    () => `Masjid ${oneOf(arabicNames, '')}`,
    () => `${oneOf(arabicNames, '')} Islamic Center`,
    () => `Masjid ${oneOf(arabicNames, '')} and ${oneOf(arabicNames, '')} Center`,
  ]
  return Array.from({ length: count }, () => {
    const place = oneOf(places, nowhere)
    return { ...place, name: oneOf(forms, String)(place.city) }
  })
}

const nowhere = { zip: '00000', city: '', stateCode: '', ...center }

function allPlaces(): Place[] {
  const zips = loadZipTable()
  return Array.from({ length: 100_000 }, (_, zip) => zips.find(String(zip).padStart(5, '0'))).filter(
    (it) => it !== undefined,
  )
}

/**
 * Reads the names and places of masjids from a CSV file with the columns name, address, city, state, zip, lat and lon. Skips lines without
 * a name or a five-digit ZIP.
 */
export async function readNamedPlaces(file: string): Promise<NamedPlace[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').slice(1)
  return lines.flatMap((line) => {
    const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
    )
    const [name = '', , city = '', stateCode = '', zip = '', latitude, longitude] = cells
    if (name === '' || !/^\d{5}$/.test(zip)) return []
    return [{ name, city, stateCode, zip, latitude: Number(latitude), longitude: Number(longitude) }]
  })
}

/** Adds masjids with these names and places. Uses SQL, which is faster than API calls. */
export async function addNamedMasjids(client: Client, masjids: readonly NamedPlace[]): Promise<void> {
  await client.query(
    `with named as (
       select gen_random_uuid() as uid, * from jsonb_to_recordset($1::jsonb)
         as it (name text, city text, "stateCode" text, zip text, latitude float8, longitude float8)
     ), member as (
       select uid, gen_random_uuid() as person_id, uid || '@bench.minbar.example' as email from named
     ), ${accountInserts('masjid')}
     insert into masjids (uid, masjid_name, masjid_address, zip_code, city, state_code, latitude, longitude, time_zone, phone)
     select uid, name, '1 Lantern Row', zip, city, "stateCode", latitude, longitude, 'America/Detroit', '3135550100' from named`,
    [JSON.stringify(masjids)],
  )
}

/** Measures the time of typical searches: names with and without a typing mistake, cities, states and ZIPs. */
export async function measureSearch(
  url: string,
  masjids: readonly NamedPlace[],
  searches: number,
  report: ReportMeasurement,
): Promise<void> {
  const random = seededRandom(2)
  const times: number[] = []
  await withDatabase(url, async (database) => {
    for (let i = -20; i < searches; i += 1) {
      const { name, city, stateCode, zip } = masjids[Math.floor(random() * masjids.length)] ?? nowhereNamed
      const typed = [name, withTypo(name, random), `${city}, ${stateCode}`, zip, `${name} ${city}`]
      const begun = performance.now()
      await searchNames(database, typed[(i + 20) % typed.length] ?? '')
      // The first 20 searches are warm-up.
      if (i >= 0) times.push(performance.now() - begun)
    }
  })
  report({
    what: `search at ${masjids.length.toLocaleString('en-US')}`,
    measured: `${searches} searches`,
    comparison: `slowest tenth ${(times.toSorted((a, b) => b - a)[Math.floor(searches / 10)] ?? 0).toFixed(1)} ms`,
    result: median(times),
    unit: 'ms',
    bound: { atMost: 20 },
  })
}

const nowhereNamed = { ...nowhere, name: '' }

const mistakes = 200

/** Counts the names that are among the first five results of a search with one typing mistake. */
export async function measureTypoTolerance(
  url: string,
  masjids: readonly NamedPlace[],
  report: ReportMeasurement,
): Promise<void> {
  const random = seededRandom(3)
  const first = new Map(masjids.map((it) => [it.name.toLowerCase(), it]))
  const last = new Map(masjids.toReversed().map((it) => [it.name.toLowerCase(), it]))
  const unique = masjids.filter((it) =>
    [first, last].every((byName) => byName.get(it.name.toLowerCase()) === it),
  )
  const chosen = unique
    .map((masjid) => ({ masjid, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .slice(0, mistakes)
  let hits = 0
  await withDatabase(url, async (database) => {
    for (const { masjid } of chosen) {
      const typed = withTypo(masjid.name, random)
      const names = await searchNames(database, typed)
      if (names.slice(0, 5).includes(masjid.name)) hits += 1
      else console.log(`         not found: ${typed} (${masjid.name})`)
    }
  })
  report({
    what: 'search, one mistake',
    measured: `${hits} of ${chosen.length}`,
    comparison: 'first five results',
    result: hits,
    unit: '',
    bound: { atLeast: 190 },
  })
}

async function searchNames(database: Database, q: string): Promise<string[]> {
  const context = { database, caller: { uid: '' }, nextCursor: () => undefined }
  const cards = await searchDirectory(context, masjidSearch, { near: center, q, limit: 20 })
  return cards.map((card) => card.masjidName)
}
