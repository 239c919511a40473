import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { CalendarTile } from '../app/calendar-tile.tsx'
import { Phone, PostalAddress } from '../app/value-elements.tsx'
import type { KhateebRecord, MasjidRecord } from '../directory/record-queries.ts'
import { SuspendedBadge } from '../members/badges.tsx'
import { LinkedRow } from '../members/linked-row.tsx'
import { KhateebLink, MasjidLink } from '../members/name-link.tsx'
import { Section } from '../members/section.tsx'
import { SlotDateTime } from '../members/slot-date-time.tsx'
import { List } from '../ui/list.tsx'

/** The khateeb's khutbahs that began less than an hour ago, with the masjid's address and phone. */
export function KhutbahsUnderWay({ khutbahs }: { khutbahs: KhateebRecord['underWay'] }) {
  return (
    <UnderWay isEmpty={khutbahs.length === 0}>
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
          <LinkedRow
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
                      <PostalAddress {...contact} address={contact.masjidAddress} city={city} />
                    </p>
                    <Phone value={contact.phone} />
                  </>
                )}
              </>
            }
          />
        ),
      )}
    </UnderWay>
  )
}

/** The masjid's slots that began less than an hour ago. A khateeb's details have the phone. */
export function SlotsUnderWay({ slots }: { slots: MasjidRecord['underWay'] }) {
  return (
    <UnderWay isEmpty={slots.length === 0}>
      {slots.map(({ slotId, date, time, startsAt, khateebUid, khateeb, khateebSuspended }) => (
        <LinkedRow
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
    </UnderWay>
  )
}

function UnderWay({ isEmpty, children }: { isEmpty: boolean; children: ReactNode }) {
  if (isEmpty) return null
  return (
    <div className="mb-6">
      <Section title={t`Under way`}>
        <List>{children}</List>
      </Section>
    </div>
  )
}
