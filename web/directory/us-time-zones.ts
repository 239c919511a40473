import { words } from '../app/words.ts'

/** The time zones of every US ZIP, those that most people live in first. */
const zones = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
  'America/Detroit',
  'America/Indiana/Indianapolis',
  'America/Kentucky/Louisville',
  'America/Boise',
  'America/Indiana/Knox',
  'America/Indiana/Marengo',
  'America/Indiana/Petersburg',
  'America/Indiana/Tell_City',
  'America/Indiana/Vevay',
  'America/Indiana/Vincennes',
  'America/Indiana/Winamac',
  'America/Kentucky/Monticello',
  'America/Menominee',
  'America/North_Dakota/Beulah',
  'America/North_Dakota/Center',
  'America/North_Dakota/New_Salem',
  'America/Adak',
  'America/Juneau',
  'America/Metlakatla',
  'America/Nome',
  'America/Sitka',
  'America/Yakutat',
  'Pacific/Guam',
  'Pacific/Pago_Pago',
  'Pacific/Tarawa',
]

export interface TimeZone {
  /** IANA name. */
  readonly name: string
  /** `Detroit` or `Knox, Indiana`. */
  readonly place: string
}

/** The zones a masjid can keep, under what people call their time; with `own` among them, whatever it is. */
export function timeZonesWith(own: string): ReadonlyMap<string, readonly TimeZone[]> {
  const all = zones.includes(own) ? zones : [own, ...zones]
  const groups = new Map<string, TimeZone[]>()
  for (const name of all) {
    const group = nameOfTime(name)
    groups.set(group, [...(groups.get(group) ?? []), { name, place: placeOf(name) }])
  }
  return groups
}

function nameOfTime(zone: string): string {
  const format = new Intl.DateTimeFormat(words.locale, { timeZone: zone, timeZoneName: 'longGeneric' })
  return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

function placeOf(zone: string): string {
  return zone.split('/').slice(1).toReversed().join(', ').replaceAll('_', ' ')
}
