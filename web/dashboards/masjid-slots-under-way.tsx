import { t } from '@lingui/core/macro'
import { CalendarTile } from '../app/calendar-tile.tsx'
import type { MasjidRecord } from '../directory/record-queries.ts'
import { SuspendedBadge } from '../members/badges.tsx'
import { KhateebLink } from '../members/name-link.tsx'
import { SlotDateTime } from '../members/slot-date-time.tsx'
import { TargetRow } from '../members/target-row.tsx'
import { UnderWaySection } from './under-way-section.tsx'

/** The masjid's slots under way. The name of a slot's khateeb links to his details, which show his phone. */
export function MasjidSlotsUnderWay({ slots }: { slots: MasjidRecord['underWay'] }) {
  return (
    <UnderWaySection isEmpty={slots.length === 0}>
      {slots.map(({ slotId, date, time, startsAt, khateebUid, khateeb, khateebSuspended }) => (
        <TargetRow
          key={slotId}
          id={slotId}
          lead={<CalendarTile date={date} strong />}
          title={<SlotDateTime date={date} time={time.time} startsAt={startsAt} />}
          status={khateebSuspended && <SuspendedBadge who="khateeb" />}
          detail={
            khateebUid === null ? (
              t`Khateeb: N/A`
            ) : (
              <>
                {t`Khateeb:`}{' '}
                <KhateebLink uid={khateebUid} suspended={khateebSuspended}>
                  {khateeb}
                </KhateebLink>
              </>
            )
          }
        />
      ))}
    </UnderWaySection>
  )
}
