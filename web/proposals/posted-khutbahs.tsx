import { t } from '@lingui/core/macro'
import { useId } from 'react'
import { monthAndDayOf } from '../app/format.ts'
import { CalendarDate, TimeOfDay } from '../app/value-elements.tsx'
import type { OwnKhutbah, OwnSlot } from '../directory/record-queries.ts'
import { CollapsibleList } from '../members/collapsible-list.tsx'
import { KhateebLink } from '../members/name-link.tsx'
import { CalendarTile } from '../ui/calendar-tile.tsx'
import { List, Row } from '../ui/list.tsx'
import type { DatedSlot } from './open-slots.ts'
import { PostedSlotActions } from './posted-slot-actions.tsx'
import { SlotStatusBadges } from './slot-status-badges.tsx'

/** The masjid's upcoming khutbahs by date: each slot with its time, status and khateeb. */
export function PostedKhutbahs({ khutbahs }: { khutbahs: readonly OwnKhutbah[] }) {
  const id = useId()
  return (
    <CollapsibleList items={khutbahs} collapsedCount={4}>
      {(shown) => (
        <div className="grid grid-cols-1 gap-8">
          {shown.map(({ date, times }, position) => (
            <article key={date} aria-labelledby={`${id}-${date}`}>
              <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line pb-3">
                <CalendarTile {...monthAndDayOf(date)} strong={position === 0} />
                <h3 id={`${id}-${date}`} className="min-w-0 grow basis-40 text-lg font-semibold">
                  <CalendarDate value={date} />
                </h3>
              </div>
              <List>
                {times.map(({ time, ...slot }) => (
                  <PostedSlot
                    key={slot.slotId}
                    slot={{ ...slot, khutbahDate: date, khutbahTime: time.time }}
                    dateId={`${id}-${date}`}
                  />
                ))}
              </List>
            </article>
          ))}
        </div>
      )}
    </CollapsibleList>
  )
}

interface PostedSlotProps {
  slot: DatedSlot & Omit<OwnSlot, 'time'>
  /** Id of the text that names its date. */
  dateId: string
}

function PostedSlot({ slot, dateId }: PostedSlotProps) {
  const timeId = useId()
  return (
    <Row
      title={
        <span id={timeId} className="text-lg font-semibold">
          <TimeOfDay value={slot.khutbahTime} />
        </span>
      }
      status={<SlotStatusBadges slot={slot} />}
      detail={
        slot.khateebUid === null ? (
          t`Khateeb: N/A`
        ) : (
          <>
            {t`Khateeb:`}{' '}
            <KhateebLink uid={slot.khateebUid} suspended={slot.khateebSuspended}>
              {slot.khateeb}
            </KhateebLink>
          </>
        )
      }
      actions={slot.begun ? undefined : <PostedSlotActions slot={slot} describedBy={`${dateId} ${timeId}`} />}
    />
  )
}
