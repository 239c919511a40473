import { buildData } from '../../../tools/build-data.ts'

/** Generates the data files that the sources import, if they are missing or outdated. */
export function setup(): void {
  buildData()
}
