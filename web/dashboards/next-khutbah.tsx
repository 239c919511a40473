import { plural, t } from '@lingui/core/macro'
import { CalendarPlus, Navigation, Phone } from 'lucide-react'
import { useId } from 'react'
import { useLocation } from 'react-router'
import { directionsUrl } from '../../contract/map-url.ts'
import { calendarFileUrl } from '../app/acting-party.ts'
import { PostalAddress } from '../app/formatted-values.tsx'
import { lingui } from '../app/i18n.ts'
import type { MyKhutbah } from '../directory/record-queries.ts'
import { AwaitsReconfirmationBadge, SuspendedBadge } from '../members/badges.tsx'
import { SlotDateTime } from '../members/slot-date-time.tsx'
import { SlotWords } from '../proposals/slot-words.tsx'
import { Withdraw } from '../proposals/withdraw.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { noon } from '../ui/calendar-date.ts'
import { messages } from '../words/next-khutbah.en.po'

lingui.load('en', messages)

/** The khateeb's next khutbah: when and where it is, and buttons for directions, calendar, call and withdrawal. */
export function NextKhutbah({ khutbah }: { khutbah: MyKhutbah }) {
  const id = useId()
  // May name the party that the user acts for. The address of the calendar file then names it, too.
  const { search } = useLocation()
  const { date, time, startsAt, timeZone, masjidName, city, contact } = khutbah
  // A suspended masjid has no `contact`.
  const place = contact && { ...contact, address: contact.masjidAddress, city }
  const link = { className: buttonClass({ variant: 'secondary', wide: true }), 'aria-describedby': id }
  return (
    <section
      aria-label={t`Your next khutbah`}
      className="forced-edge mb-6 rounded-card bg-fill p-sheet text-on-fill shadow-card md:p-6"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p>
          {t`Your next khutbah`} · {daysAheadText(khutbah.daysAhead)}
        </p>
        {khutbah.awaitsReconfirmation && <AwaitsReconfirmationBadge viewer="khateeb" />}
        {khutbah.masjidSuspended && <SuspendedBadge who="masjid" />}
      </div>
      <h2
        id={id}
        className="mt-1 font-display text-[length:max(var(--text-lg),min(1.5rem,5.6vw))] leading-snug font-semibold"
      >
        <SlotDateTime date={date} time={time.time} startsAt={startsAt} timeZone={timeZone}>
          <bdi>
            <time dateTime={date}>{shortDateFormatter.format(noon(date))}</time>
          </bdi>
        </SlotDateTime>
      </h2>
      <p className="mt-1 font-semibold">
        <bdi>{masjidName}</bdi>
      </p>
      <p>{place === null ? <bdi>{city}</bdi> : <PostalAddress {...place} />}</p>
      <SlotWords language={khutbah.language} note={khutbah.note} topic={khutbah.topic} />
      <div className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] gap-2 sm:max-w-form">
        {place !== null && (
          <a {...link} href={directionsUrl(place)} target="_blank" rel="noreferrer">
            <Navigation className={iconClass} />
            {t`Directions`}
          </a>
        )}
        <a {...link} href={calendarFileUrl(khutbah.slotId, search)} download>
          <CalendarPlus className={iconClass} />
          {t`Calendar`}
        </a>
        {contact !== null && (
          <a {...link} href={`tel:+1${contact.phone}`}>
            <Phone className={iconClass} />
            {t`Call`}
          </a>
        )}
      </div>
      <Withdraw key={khutbah.assignmentId} khutbah={khutbah} describedBy={id}>
        {(open) => (
          <button
            type="button"
            className="mt-2 -mb-2 min-h-control underline underline-offset-4"
            aria-describedby={id}
            onClick={open}
          >
            {t`I can’t make it`}
          </button>
        )}
      </Withdraw>
    </section>
  )
}

/** `Friday, Nov 27`: without the year, because the line must fit on a phone. */
const shortDateFormatter = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

/** Hides icons on a phone, where only the text fits. */
const iconClass = 'size-5 shrink-0 max-sm:hidden'

function daysAheadText(days: number): string {
  if (days <= 0) return t`today`
  return days === 1 ? t`tomorrow` : plural(days, { one: 'in # day', other: 'in # days' })
}
