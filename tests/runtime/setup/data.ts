import { buildData } from '../../../tools/build-data.ts'

/** Writes the generated data that the sources read, when it is missing or old. */
export function setup(): void {
  buildData()
}
