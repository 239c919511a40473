import { useSyncExternalStore } from 'react'
import { TimeOfDay } from './formatted-values.tsx'
import { cachedSession, type Session, useSession } from './session.ts'
import { clocksDiffer, zoneAbbreviation } from './time-zones.ts'

/** The start of a slot, with the time zone of its masjid. */
export interface SlotStart {
  /** ISO instant. */
  readonly startsAt: string
  /** The IANA name of the masjid's time zone. Null if unknown; undefined for the time zone of the signed-in masjid. */
  readonly timeZone?: string | null | undefined
}

/** A slot's time (HH:MM on the masjid's wall clock), with the time zone if a clock of the viewer shows another time: see `useZoneLabel`. */
export function SlotTime({ time, startsAt, timeZone }: SlotStart & { time: string }) {
  const zoneOf = useZoneLabel()
  return <TimeOfDay value={time} zone={zoneOf({ startsAt, timeZone })} />
}

/**
 * Returns a function that returns the abbreviation of a slot's time zone, such as `EST`. It returns undefined if clocks in the zones of the
 * slot, the session and the browser show the same time, because the time needs no zone then. Also undefined if the slot's zone is unknown.
 */
export function useZoneLabel(): (start: SlotStart) => string | undefined {
  const { timeZone: home } = useSession()
  // The server assumes that the browser's time zone is the session's. If so, as for most users, nothing renders again after hydration.
  const here = useSyncExternalStore(subscribeToNothing, browserZone, () => home ?? undefined)
  return (start) => zoneIfForeign(start, home, here)
}

/** Like the function that `useZoneLabel` returns, for code that is not in a component, such as the toasts of an action. */
export function zoneLabelOf(start: SlotStart): string | undefined {
  return zoneIfForeign(start, cachedSession()?.timeZone ?? null, browserZone())
}

type HomeZone = Session['timeZone']

function zoneIfForeign({ startsAt, timeZone }: SlotStart, home: HomeZone, here: string | undefined) {
  const zone = timeZone === undefined ? home : timeZone
  if (zone === null) return undefined
  const instant = new Date(startsAt)
  const isForeign = [home, here].some((clock) => clock && clocksDiffer(clock, zone, instant))
  return isForeign ? zoneAbbreviation(zone, instant) : undefined
}

const subscribeToNothing = () => () => {}

/** The browser's time zone. Cached, because finding it is slow, and each shown time needs it. */
let cachedZone: string | undefined
function browserZone(): string {
  cachedZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone
  return cachedZone
}
// Forgets the zone, because the user may have traveled while the screen was hidden.
if (!import.meta.env.SSR)
  document.addEventListener('visibilitychange', () => {
    cachedZone = undefined
  })
