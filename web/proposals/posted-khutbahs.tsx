import { t } from '@lingui/core/macro'
import { useId } from 'react'
import { useLocation } from 'react-router'
import { CalendarTile } from '../app/calendar-tile.tsx'
import { CalendarDate } from '../app/formatted-values.tsx'
import { SlotTime } from '../app/slot-time.tsx'
import type { MasjidKhutbah } from '../directory/record-queries.ts'
import { Expandable } from '../members/expandable.tsx'
import { KhateebLink } from '../members/name-link.tsx'
import { TargetRow } from '../members/target-row.tsx'
import { useMay } from '../members/use-may.ts'
import { targetRowId } from '../members/use-target-row.ts'
import { Button } from '../ui/button.tsx'
import { List } from '../ui/list.tsx'
import { type PostedSlot, postedSlots } from './posted-slots.ts'
import { RemoveKhateeb } from './remove-khateeb.tsx'
import { SlotStatusBadges } from './slot-status-badges.tsx'

/** How many dates are shown at first: at least up to the row that a letter's link leads to. */
const minCollapsedCount = 4

interface PostedKhutbahsProps {
  khutbahs: readonly MasjidKhutbah[]
  /** Opens the panel of a slot, by its id. */
  onOpen: (slotId: string) => void
}

/** The masjid's upcoming khutbahs by date: each slot with its time, status and khateeb. */
export function PostedKhutbahs({ khutbahs, onOpen }: PostedKhutbahsProps) {
  const id = useId()
  const row = targetRowId(useLocation().search)
  const rowPosition = khutbahs.findIndex(({ times }) => times.some(({ slotId }) => slotId === row))
  const collapsedCount = Math.max(minCollapsedCount, rowPosition + 1)
  return (
    <Expandable items={khutbahs} collapsedCount={collapsedCount}>
      {(shown) => (
        <div className="grid grid-cols-1 gap-8">
          {shown.map(({ date, times }, position) => (
            <article key={date} aria-labelledby={`${id}-${date}`}>
              <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line pb-3">
                <CalendarTile date={date} strong={position === 0} />
                <h3 id={`${id}-${date}`} className="min-w-0 grow basis-40 text-lg font-semibold">
                  <CalendarDate value={date} />
                </h3>
              </div>
              <List>
                {postedSlots({ date, times }).map((slot) => (
                  <PostedSlotRow key={slot.slotId} slot={slot} dateId={`${id}-${date}`} onOpen={onOpen} />
                ))}
              </List>
            </article>
          ))}
        </div>
      )}
    </Expandable>
  )
}

interface PostedSlotRowProps extends Pick<PostedKhutbahsProps, 'onOpen'> {
  slot: PostedSlot
  /** The id of the text that names its date. */
  dateId: string
}

function PostedSlotRow({ slot, dateId, onOpen }: PostedSlotRowProps) {
  const timeId = useId()
  return (
    <TargetRow
      id={slot.slotId}
      title={
        <span id={timeId} className="text-lg font-semibold">
          <SlotTime time={slot.khutbahTime} startsAt={slot.startsAt} />
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
      actions={
        slot.begun ? undefined : (
          <PostedSlotActions slot={slot} describedBy={`${dateId} ${timeId}`} onOpen={onOpen} />
        )
      }
    />
  )
}

interface PostedSlotActionsProps extends Pick<PostedKhutbahsProps, 'onOpen'> {
  slot: PostedSlot
  describedBy: string
}

/** The button that opens the slot's panel, and the one that removes its khateeb. */
function PostedSlotActions({ slot, describedBy, onOpen }: PostedSlotActionsProps) {
  const isInviting = useMay()
  const isOpen = slot.khateebUid === null && isInviting
  const hasRequest = slot.pending.some((it) => it.direction === 'request')
  return (
    <>
      <Button
        variant={isOpen ? 'soft' : 'quiet'}
        aria-describedby={describedBy}
        onClick={() => onOpen(slot.slotId)}
      >
        {isOpen ? (hasRequest ? t`Answer` : t`Find a Khateeb`) : t`Details`}
      </Button>
      <RemoveKhateeb slot={slot} describedBy={describedBy} />
    </>
  )
}
