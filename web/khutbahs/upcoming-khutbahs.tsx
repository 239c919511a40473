import { plural, t } from '@lingui/core/macro'
import { CircleDashed, CircleSlash } from 'lucide-react'
import { Suspense, useId } from 'react'
import { paths } from '../../contract/screen-paths.ts'
import { CalendarTile } from '../app/calendar-tile.tsx'
import { CalendarDate } from '../app/formatted-values.tsx'
import { lazyPart } from '../app/lazy-part.tsx'
import { Link } from '../app/link.tsx'
import { useSession } from '../app/session.ts'
import { SlotTime } from '../app/slot-time.tsx'
import type { Pages } from '../app/use-pages.ts'
import { isOpen, type Khutbah, type Masjid } from '../directory/masjid-queries.ts'
import { Badge } from '../ui/badge.tsx'
import { Card, stretchedLinkClass } from '../ui/card.tsx'
import calendar from '../ui/drawings/calendar.svg'
import { EmptyState } from '../ui/empty-state.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { RequestNote, SlotButtons, SlotNotes, type SlotProps } from './slot-actions.tsx'
import { SlotBadges } from './slot-badges.tsx'

const RequestSlots = lazyPart(async () => (await import('./request-slots.tsx')).RequestSlots)

/** A masjid's upcoming khutbahs, each a card that links to its screen. */
export function UpcomingKhutbahs({ masjid, khutbahs }: { masjid: Masjid; khutbahs: Pages<Khutbah> }) {
  const { items, list, more } = khutbahs
  return (
    <>
      {/* This line is as high as the button, so that nothing moves when the script of the button has loaded. */}
      <div className="mb-4 flex min-h-control flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="font-display text-xl font-semibold">{t`Upcoming Khutbahs`}</h2>
        <Suspense>
          <RequestSlots masjid={masjid} khutbahs={items} />
        </Suspense>
      </div>
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
          {more && <ShowMore {...more} list={t`Upcoming Khutbahs`} />}
        </>
      )}
    </>
  )
}

/** A date with its slots. A khateeb sees each slot's state and his buttons for it; others see only the times. */
function KhutbahCard({ date, times, masjid }: Khutbah & { masjid: Masjid }) {
  const id = useId()
  const isKhateeb = useSession().role === 'khateeb'
  const open = times.filter(isOpen).length
  return (
    <Card lifts>
      <div className="flex flex-wrap gap-4">
        <CalendarTile date={date} />
        {/* A single card spans both columns of the list. Its badge is then at the end of the line. */}
        <div className="min-w-0 grow basis-36 @prose:flex @prose:items-center @prose:justify-between @prose:gap-8">
          <div>
            <h3 id={id} className="text-lg leading-snug font-semibold">
              <Link className={stretchedLinkClass} to={paths.khutbah(date, masjid.uid)}>
                <CalendarDate value={date} />
              </Link>
            </h3>
            {!isKhateeb && (
              <ul className="flex flex-wrap gap-x-3 text-muted" aria-label={t`Times`}>
                {times.map((slot) => (
                  <li key={slot.slotId}>
                    <SlotTimeAtMasjid slot={slot} masjid={masjid} />
                  </li>
                ))}
              </ul>
            )}
          </div>
          <div className="mt-3 flex flex-wrap gap-2 @prose:mt-0 @prose:justify-end">
            {open === 0 ? (
              <Badge icon={CircleSlash}>{t`No open slots`}</Badge>
            ) : (
              <Badge tone="open" icon={CircleDashed}>
                {plural(open, { one: '# open slot', other: '# open slots' })}
              </Badge>
            )}
          </div>
        </div>
      </div>
      {isKhateeb && (
        <ul aria-label={t`Slots`} className="mt-4 grid gap-3 border-t border-line pt-4">
          {times.map((slot) => (
            <SlotRow key={slot.slotId} slot={slot} masjid={masjid} dateId={id} />
          ))}
        </ul>
      )}
    </Card>
  )
}

interface SlotRowProps extends SlotProps {
  /** The id of the text that names the slot's date. */
  dateId: string
}

/** A slot with its state for the signed-in khateeb, and his buttons for it. */
function SlotRow({ slot, masjid, dateId }: SlotRowProps) {
  const id = `${dateId}-${slot.slotId}`
  return (
    <li className="flex flex-wrap items-center justify-between gap-2">
      <div id={id} className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">
            <SlotTimeAtMasjid slot={slot} masjid={masjid} />
          </span>
          <SlotBadges slot={slot} />
        </div>
        <SlotNotes slot={slot} masjid={masjid} />
      </div>
      <SlotButtons slot={slot} masjid={masjid} describedBy={`${dateId} ${id}`} />
      <div className="basis-full empty:hidden">
        <RequestNote slot={slot} masjid={masjid} />
      </div>
    </li>
  )
}

function SlotTimeAtMasjid({ slot: { time, startsAt }, masjid: { timeZone } }: SlotProps) {
  return <SlotTime time={time.time} startsAt={startsAt} timeZone={timeZone} />
}
