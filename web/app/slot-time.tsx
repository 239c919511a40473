import { useSyncExternalStore } from 'react'
import { TimeOfDay } from './formatted-values.tsx'
import { cachedSession, type Session, useSession } from './session.ts'
import { clocksDiffer, zoneAbbreviation } from './time-zones.ts'

/** When and where a slot starts. */
export interface SlotStart {
  /** ISO instant. */
  readonly startsAt: string
  /** The masjid's time zone, an IANA name; by default that of the signed-in masjid. Null if unknown. */
  readonly timeZone?: string | null | undefined
}

/** A slot's time, HH:MM on the masjid's wall clock, with its zone if a clock of the viewer shows another time. */
export function SlotTime({ time, startsAt, timeZone }: SlotStart & { time: string }) {
  const zoneOf = useZoneLabel()
  return <TimeOfDay value={time} zone={zoneOf({ startsAt, timeZone })} />
}

/**
 * Returns a function that gives the zone of a slot's time, such as `EST`, if the time needs it: if a clock shows another time where
 * the viewer lives (by their ZIP code), or where their browser is.
 */
export function useZoneLabel(): (start: SlotStart) => string | undefined {
  const { timeZone: home } = useSession()
  const here = useSyncExternalStore(neverChanges, browserZone, unknownOnServer)
  return (start) => zoneIfForeign(start, home, here)
}

/** As `useZoneLabel`, for the toasts of an action, which is not a component. */
export function zoneLabelOf(start: SlotStart): string | undefined {
  return zoneIfForeign(start, cachedSession()?.timeZone ?? null, browserZone())
}

type Home = Session['timeZone']

function zoneIfForeign({ startsAt, timeZone }: SlotStart, home: Home, here: string | undefined) {
  const zone = timeZone === undefined ? home : timeZone
  if (zone === null) return undefined
  const instant = new Date(startsAt)
  const isForeign = [home, here].some((clock) => clock && clocksDiffer(clock, zone, instant))
  return isForeign ? zoneAbbreviation(zone, instant) : undefined
}

const neverChanges = () => () => {}
const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
/** Only the browser knows its zone, so the zone appears after hydration. */
const unknownOnServer = () => undefined
