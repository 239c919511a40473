import type { SourceRow } from './sources.ts'

const acronyms = /\b(Afb|Usaf|Jber|Jbsa|Jbphh|Mcbh|Mdl|Jrb|Cbc|Nawc)\b/g

/** Corrects the spelling of a city: `Mc Lean` to McLean, `Mckinney` to McKinney, `Afb` to AFB. */
export function formatCityName(city: string): string {
  return city
    .replaceAll(acronyms, (word) => word.toUpperCase())
    .replaceAll(/\bMc ?([a-z])/gi, (whole, letter: string) =>
      whole.startsWith('MC') ? whole : `Mc${letter.toUpperCase()}`,
    )
    .replaceAll(/-[a-z]/g, (letter) => letter.toUpperCase())
    .replaceAll("'S", "'s")
}

const shortWords = [
  ['Saint', 'St'],
  ['Fort', 'Ft'],
  ['Mount', 'Mt'],
] as const

function otherSpellings(city: string): string[] {
  return shortWords.flatMap(([long, short]) => [
    city.replace(new RegExp(String.raw`\b${long} `), `${short} `),
    city.replace(new RegExp(String.raw`^${short} `), `${long} `),
  ])
}

// The boroughs of New York City by county. Postal names are boroughs or neighborhoods ("Brooklyn", "Astoria").
const boroughByCounty: Readonly<Record<string, string>> = {
  Bronx: 'Bronx',
  Kings: 'Brooklyn',
  'New York': 'Manhattan',
  Queens: 'Queens',
  Richmond: 'Staten Island',
}

function newYorkNames(row: SourceRow): string[] {
  const borough = row.stateCode === 'NY' ? boroughByCounty[row.county] : undefined
  return borough ? [borough, 'New York City'] : []
}

const letters = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '')
/** Whether a name has spaced initials, as organizations with their own ZIP have in `zipcodes`: `Shaw A F B`, `J C Penney Co`. */
const hasSpacedInitials = (name: string) => /\b[A-Z] [A-Z]\b/.test(name)

/**
 * Returns a function that finds the alternative names of a ZIP's place, so that a search for such a name finds the masjids and khateebs
 * there. A name from the package `zipcodes` (`listed`) is used only if it is another spelling of the place or another city of the state.
 * The other names in that package are companies with their own ZIP.
 */
export function createOtherNamesFinder(
  rows: readonly SourceRow[],
  listed: ReadonlyMap<string, SourceRow>,
): (row: SourceRow) => readonly string[] {
  const cities = new Set(rows.map((row) => `${row.city}, ${row.stateCode}`))
  return (row) => {
    const old = listed.get(row.zip)?.city
    const listedName = old === undefined ? '' : formatCityName(old)
    const isPlaceName =
      letters(listedName) === letters(row.city) || cities.has(`${listedName}, ${row.stateCode}`)
    const usable = isPlaceName && listedName !== '' && !hasSpacedInitials(listedName) ? [listedName] : []
    const names = [...usable, ...newYorkNames(row), ...otherSpellings(row.city)]
    return [...new Set(names)].filter((name) => name.toLowerCase() !== row.city.toLowerCase())
  }
}
