import { t } from '@lingui/core/macro'
import { CalendarPlus } from 'lucide-react'
import { useId, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../contract/screen-paths.ts'
import { calendarFileUrl, pathForCurrentParty } from '../app/acting-party.ts'
import { useSession } from '../app/session.ts'
import { SlotTime } from '../app/slot-time.tsx'
import { isUnassigned } from '../directory/masjid-queries.ts'
import { MoveSlot } from '../proposals/move-slot.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { Card } from '../ui/card.tsx'
import { RequestNote, SlotButtons, SlotNotes, type SlotProps } from './slot-actions.tsx'
import { SlotBadges } from './slot-badges.tsx'

/** A slot of a khutbah on `date`: its time, its khateeb, and the actions that the user may take. */
export function SlotCard({ slot, masjid, date }: SlotProps & { date: string }) {
  const navigate = useNavigate()
  const id = useId()
  const notesId = useId()
  const { uid } = useSession()
  const { search } = useLocation()
  const title = useRef<HTMLSpanElement>(null)
  const showDate = (newDate: string) => {
    // The user may have left this screen before the end of the call, and must not be led back.
    if (title.current === null) return
    void navigate(pathForCurrentParty(paths.khutbah(newDate, uid), search), { replace: true })
  }
  return (
    <Card
      title={
        <span ref={title} id={id}>
          <SlotTime time={slot.time.time} startsAt={slot.startsAt} timeZone={masjid.timeZone} />
        </span>
      }
      aside={
        <div className="flex flex-wrap gap-2">
          <SlotBadges slot={slot} />
        </div>
      }
    >
      <p>
        <span className="text-muted">{t`Khateeb:`}</span>{' '}
        {isUnassigned(slot) ? t`None` : <bdi className="font-medium">{slot.khateeb}</bdi>}
      </p>
      <div id={notesId} className="mt-2 empty:hidden">
        <SlotNotes slot={slot} masjid={masjid} />
      </div>
      <div className="mt-4 grid gap-3 empty:hidden">
        <SlotButtons slot={slot} masjid={masjid} describedBy={`${id} ${notesId}`} />
        <RequestNote slot={slot} masjid={masjid} />
        {uid === masjid.uid && !slot.begun && (
          <MoveSlot
            slot={{ ...slot, khutbahDate: date, khutbahTime: slot.time.time }}
            describedBy={id}
            onMoved={showDate}
          />
        )}
        {(slot.standing === 'confirmed' || (uid === masjid.uid && !isUnassigned(slot))) && (
          <a
            className={buttonClass({ variant: 'secondary' })}
            href={calendarFileUrl(slot.slotId, search)}
            download
            aria-describedby={id}
          >
            <CalendarPlus className="size-5" />
            {t`Add to Calendar`}
          </a>
        )}
      </div>
    </Card>
  )
}
