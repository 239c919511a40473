import { commonZoneName } from '../app/time-zones.ts'
import type { MasjidRecord } from './record-queries.ts'

interface TimeZone {
  /** IANA name. */
  readonly name: string
  /** `Detroit` or `Knox, Indiana`. */
  readonly place: string
}

/** Groups the time zones that a masjid may choose, and its current one, by their common name (`Eastern Time`). */
export function timeZonesByName({
  timeZone,
  timeZones,
}: MasjidRecord): ReadonlyMap<string, readonly TimeZone[]> {
  const groups = new Map<string, TimeZone[]>()
  for (const name of new Set([...timeZones, timeZone])) {
    const group = commonZoneName(name)
    groups.set(group, [...(groups.get(group) ?? []), { name, place: placeOf(name) }])
  }
  return groups
}

function placeOf(zone: string): string {
  return zone.split('/').slice(1).toReversed().join(', ').replaceAll('_', ' ')
}
