/** A US time zone: an example ZIP, the IANA name, and the offsets from UTC in hours in winter and in summer. */
export interface UsTimeZone {
  readonly zip: string
  readonly zone: string
  readonly winter: number
  readonly summer: number
}

/**
 * A selection of the time zones of the states and territories. Several are in Indiana, where neighboring ZIPs have different time zones.
 */
export const usTimeZones: readonly UsTimeZone[] = (
  [
    ['10001', 'America/New_York', -5, -4],
    ['48126', 'America/Detroit', -5, -4],
    ['46204', 'America/Indiana/Indianapolis', -5, -4],
    ['60601', 'America/Chicago', -6, -5],
    ['46402', 'America/Chicago', -6, -5],
    ['46534', 'America/Indiana/Knox', -6, -5],
    ['80202', 'America/Denver', -7, -6],
    ['85004', 'America/Phoenix', -7, -7],
    ['90001', 'America/Los_Angeles', -8, -7],
    ['99503', 'America/Anchorage', -9, -8],
    ['99546', 'America/Adak', -10, -9],
    ['96813', 'Pacific/Honolulu', -10, -10],
    ['00901', 'America/Puerto_Rico', -4, -4],
    ['96910', 'Pacific/Guam', 10, 10],
    ['96950', 'Pacific/Guam', 10, 10],
    ['96799', 'Pacific/Pago_Pago', -11, -11],
  ] as const
).map(([zip, zone, winter, summer]) => ({ zip, zone, winter, summer }))

/** A local date and time. `summer`: daylight saving time applies, in zones that have it. */
export interface LocalTime {
  readonly date: string
  readonly time: string
  readonly summer: boolean
}

/** Times around both clock changes of 2027 (14 March, 7 November), the end of the year, midnight, and an ordinary Friday. */
export const edgeTimes: readonly LocalTime[] = [
  { date: '2026-12-31', time: '23:59', summer: false },
  { date: '2027-01-01', time: '00:00', summer: false },
  { date: '2027-03-14', time: '01:59', summer: false },
  { date: '2027-03-14', time: '03:00', summer: true },
  { date: '2027-07-02', time: '13:30', summer: true },
  { date: '2027-07-03', time: '00:00', summer: true },
  { date: '2027-11-07', time: '00:59', summer: true },
  // This local time occurs twice. `summer: true` means the first time.
  { date: '2027-11-07', time: '01:30', summer: true },
  { date: '2027-11-07', time: '02:00', summer: false },
]

/** Returns the first instant with this local time, in milliseconds since 1970. */
export function instantOfLocalTime({ winter, summer }: UsTimeZone, shown: LocalTime): number {
  const offset = shown.summer ? summer : winter
  return Date.parse(`${shown.date}T${shown.time}:00Z`) - offset * 60 * 60 * 1_000
}
