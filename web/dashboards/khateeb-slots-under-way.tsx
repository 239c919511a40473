import { CalendarTile } from '../app/calendar-tile.tsx'
import { Phone } from '../app/formatted-values.tsx'
import type { KhateebRecord } from '../directory/record-queries.ts'
import { SuspendedBadge } from '../members/badges.tsx'
import { DirectionsLink } from '../members/directions-link.tsx'
import { MasjidLink } from '../members/name-link.tsx'
import { SlotDateTime } from '../members/slot-date-time.tsx'
import { TargetRow } from '../members/target-row.tsx'
import { UnderWaySection } from './under-way-section.tsx'

/** The khateeb's slots under way, each with the masjid's address and phone. A suspended masjid has neither (`contact` is null). */
export function KhateebSlotsUnderWay({ khutbahs }: { khutbahs: KhateebRecord['underWay'] }) {
  return (
    <UnderWaySection isEmpty={khutbahs.length === 0}>
      {khutbahs.map(
        ({
          assignmentId,
          slotId,
          date,
          time,
          startsAt,
          timeZone,
          masjidUid,
          masjidName,
          masjidSuspended,
          city,
          contact,
        }) => (
          <TargetRow
            key={assignmentId}
            id={slotId}
            lead={<CalendarTile date={date} strong />}
            title={<SlotDateTime date={date} time={time.time} startsAt={startsAt} timeZone={timeZone} />}
            status={masjidSuspended && <SuspendedBadge who="masjid" />}
            detail={
              <>
                <p>
                  <MasjidLink uid={masjidUid} to="info" suspended={masjidSuspended}>
                    {masjidName}
                  </MasjidLink>
                </p>
                {contact !== null && (
                  <>
                    <p>
                      <DirectionsLink
                        address={contact.masjidAddress}
                        city={city}
                        stateCode={contact.stateCode}
                        zipCode={contact.zipCode}
                      />
                    </p>
                    <Phone value={contact.phone} />
                  </>
                )}
              </>
            }
          />
        ),
      )}
    </UnderWaySection>
  )
}
