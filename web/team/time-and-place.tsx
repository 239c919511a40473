import { mapUrl, type PostalAddressFields } from '../../contract/map-url.ts'
import { CalendarDate, PostalAddress, TimeOfDay } from '../app/formatted-values.tsx'
import { zoneAbbreviation } from '../app/time-zones.ts'
import { linkClass } from '../ui/link-class.ts'

/** `address` is empty while the masjid is suspended. */
interface AskedSlot extends PostalAddressFields {
  readonly date: string
  readonly time: string
  /** The IANA name of the masjid's time zone. */
  readonly timeZone: string
  readonly startsAt: string
}

/** Time and place of the khutbah that a letter asks about. Names the time zone, because the reader may be in another one. */
export function TimeAndPlace({ slot }: { slot: AskedSlot }) {
  const { date, time, timeZone, startsAt } = slot
  return (
    <>
      <p className="mt-2 font-semibold">
        <CalendarDate value={date} /> ·{' '}
        <TimeOfDay value={time} zone={zoneAbbreviation(timeZone, new Date(startsAt))} />
      </p>
      {slot.address !== '' && (
        <p className="text-base">
          <a
            className={`inline-block py-2.5 wrap-anywhere ${linkClass}`}
            href={mapUrl(slot)}
            target="_blank"
            rel="noreferrer"
          >
            <PostalAddress {...slot} />
          </a>
        </p>
      )}
    </>
  )
}
