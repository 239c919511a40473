import { plural, t } from '@lingui/core/macro'
import { CircleDashed, CircleSlash } from 'lucide-react'
import { useId, useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '../../contract/screen-paths.ts'
import { CalendarTile } from '../app/calendar-tile.tsx'
import { CalendarDate } from '../app/formatted-values.tsx'
import { SlotTime } from '../app/slot-time.tsx'
import type { Pages } from '../app/use-pages.ts'
import { isOpen, type Khutbah, type Masjid, type Slot } from '../directory/masjid-queries.ts'
import { useRestoreFocus } from '../members/restore-focus.ts'
import { TooFarApartNote } from '../proposals/decision-notes.tsx'
import { Badge } from '../ui/badge.tsx'
import { Card, stretchedLink } from '../ui/card.tsx'
import calendar from '../ui/drawings/calendar.svg'
import { EmptyState } from '../ui/empty-state.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { RequestsLeft, RequestToLead } from './slot-card.tsx'
import { StandingBadge } from './standing-badge.tsx'

/** A masjid's upcoming khutbahs, each a card that links to its screen. */
export function UpcomingKhutbahs({ masjid, khutbahs }: { masjid: Masjid; khutbahs: Pages<Khutbah> }) {
  const { items, list, more } = khutbahs
  return (
    <>
      <h2 className="mb-4 font-display text-xl font-semibold">{t`Upcoming Khutbahs`}</h2>
      {items.length === 0 ? (
        <Card>
          <EmptyState
            drawing={calendar}
            title={t`No upcoming khutbahs.`}
            text={t`Once this masjid posts its next Friday, you’ll find it here.`}
          />
        </Card>
      ) : (
        <>
          <ul ref={list} className="grid gap-4 sm:grid-cols-2">
            {items.map((khutbah) => (
              <li key={khutbah.date} className="@container grid only:col-span-full">
                <KhutbahCard {...khutbah} masjid={masjid} />
              </li>
            ))}
          </ul>
          {more && <ShowMore {...more} />}
        </>
      )}
    </>
  )
}

/** A date with its times, the number of open slots, and the user's status at them. */
function KhutbahCard({ date, times, masjid }: Khutbah & { masjid: Masjid }) {
  const id = useId()
  const card = useRef<HTMLElement>(null)
  useRestoreFocus(card)
  const open = times.filter(isOpen).length
  const standings = new Set(times.flatMap(({ standing }) => standing ?? []))
  return (
    <Card ref={card} lifts>
      <div className="flex flex-wrap gap-4">
        <CalendarTile date={date} />
        {/* A single card spans the full width, with its badges at the end of the line. */}
        <div className="min-w-0 grow basis-36 @prose:flex @prose:items-center @prose:justify-between @prose:gap-8">
          <div>
            <h3 id={id} className="text-lg leading-snug font-semibold">
              <Link className={stretchedLink} to={paths.khutbah(date, masjid.uid)}>
                <CalendarDate value={date} />
              </Link>
            </h3>
            <ul className="flex flex-wrap gap-x-3 text-muted" aria-label={t`Times`}>
              {times.map(({ time, startsAt }) => (
                <li key={time.time}>
                  <SlotTime time={time.time} startsAt={startsAt} timeZone={masjid.timeZone} />
                </li>
              ))}
            </ul>
          </div>
          <div className="mt-3 flex flex-wrap gap-2 @prose:mt-0 @prose:justify-end">
            {open === 0 ? (
              <Badge icon={CircleSlash}>{t`No open slots`}</Badge>
            ) : (
              <Badge tone="open" icon={CircleDashed}>
                {plural(open, { one: '# open slot', other: '# open slots' })}
              </Badge>
            )}
            {[...standings].map((standing) => (
              <StandingBadge key={standing} standing={standing} />
            ))}
          </div>
        </div>
      </div>
      <RequestableSlots slots={times.filter((it) => it.canRequest)} masjid={masjid} dateId={id} />
    </Card>
  )
}

interface RequestableSlotsProps {
  slots: readonly Slot[]
  masjid: Masjid
  /** The id of the text that names their date. */
  dateId: string
}

/** The slots that the khateeb can request, each with its button. The khutbah's screen shows the others, too. */
function RequestableSlots({ slots, masjid, dateId }: RequestableSlotsProps) {
  if (slots.length === 0) return null
  return (
    <ul aria-label={t`Open slots`} className="mt-4 grid gap-3 border-t border-line pt-4">
      {slots.map((slot) => {
        const id = `${dateId}-${slot.slotId}`
        return (
          <li key={slot.slotId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <div id={id} className="min-w-0">
              <span className="font-medium">
                <SlotTime time={slot.time.time} startsAt={slot.startsAt} timeZone={masjid.timeZone} />
              </span>
              <TooFarApartNote service={slot.tooFarFrom} />
            </div>
            <RequestToLead slot={slot} masjid={masjid} describedBy={`${dateId} ${id}`} />
            <div className="basis-full empty:hidden">
              <RequestsLeft left={slot.requestsLeft} />
            </div>
          </li>
        )
      })}
    </ul>
  )
}
