import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CalendarDays } from 'lucide-react'
import { useId } from 'react'
import { CalendarTile } from '../app/calendar-tile.tsx'
import { CalendarDate } from '../app/formatted-values.tsx'
import { SlotTime } from '../app/slot-time.tsx'
import type { MyKhutbah } from '../directory/record-queries.ts'
import { ActionButton } from '../members/action-button.tsx'
import { AwaitsReconfirmationBadge, SuspendedBadge } from '../members/badges.tsx'
import { MasjidLink } from '../members/name-link.tsx'
import { TargetRow } from '../members/target-row.tsx'
import { CompactEmptyState } from '../ui/compact-empty-state.tsx'
import { List } from '../ui/list.tsx'
import { ShowMore, type ShowMoreProps } from '../ui/show-more.tsx'
import { UserText } from '../ui/user-text.tsx'
import { reconfirm } from './actions.ts'
import { ConfirmAgainNote } from './confirm-again-note.tsx'
import { TooFarApartNote } from './decision-notes.tsx'
import { SlotWords } from './slot-words.tsx'
import { TopicButton } from './topic-button.tsx'
import { Withdraw } from './withdraw.tsx'

interface MyUpcomingKhutbahsProps {
  khutbahs: readonly MyKhutbah[]
  hasMore: boolean
  more: ShowMoreProps
  /** The khateeb's name. */
  khateeb: string
}

/** The khutbahs that the khateeb is confirmed for, soonest first. */
export function MyUpcomingKhutbahs({ khutbahs, hasMore, more, khateeb }: MyUpcomingKhutbahsProps) {
  const id = useId()
  if (khutbahs.length === 0) {
    return (
      <CompactEmptyState icon={CalendarDays} title={t`No upcoming khutbahs.`}>
        {t`Once you and a masjid agree on a slot, it shows up here.`}
      </CompactEmptyState>
    )
  }
  return (
    <>
      <List>
        {khutbahs.map((khutbah, position) => {
          const rowId = `${id}-${khutbah.assignmentId}`
          return (
            <TargetRow
              key={khutbah.assignmentId}
              id={khutbah.slotId}
              lead={<CalendarTile date={khutbah.date} strong={position === 0} />}
              title={
                <span id={rowId}>
                  <CalendarDate value={khutbah.date} />
                </span>
              }
              status={
                <>
                  {khutbah.awaitsReconfirmation && <AwaitsReconfirmationBadge viewer="khateeb" />}
                  {khutbah.masjidSuspended && <SuspendedBadge who="masjid" />}
                </>
              }
              detail={
                <>
                  <p id={`${rowId}-time`}>
                    <SlotTime
                      time={khutbah.time.time}
                      startsAt={khutbah.startsAt}
                      timeZone={khutbah.timeZone}
                    />{' '}
                    · <bdi>{khutbah.city}</bdi>
                  </p>
                  <p>
                    <MasjidLink uid={khutbah.masjidUid} to="info" suspended={khutbah.masjidSuspended}>
                      {khutbah.masjidName}
                    </MasjidLink>
                  </p>
                  <p className="text-sm">
                    <Trans>
                      Khateeb: <UserText text={khateeb} />
                    </Trans>
                  </p>
                  <SlotWords language={khutbah.language} note={khutbah.note} topic={khutbah.topic} />
                  <TooFarApartNote slot={khutbah.tooFarFrom} />
                  {khutbah.awaitsReconfirmation && <ConfirmAgainNote {...khutbah} />}
                </>
              }
              actions={
                <>
                  {khutbah.awaitsReconfirmation && (
                    <ActionButton
                      action={reconfirm}
                      given={khutbah}
                      variant="soft"
                      describedBy={`${rowId} ${rowId}-time`}
                    >
                      {t`Confirm Again`}
                    </ActionButton>
                  )}
                  <TopicButton label={t`Topic`} khutbah={khutbah} describedBy={`${rowId} ${rowId}-time`} />
                  <Withdraw khutbah={khutbah} describedBy={`${rowId} ${rowId}-time`} />
                </>
              }
            />
          )
        })}
      </List>
      {hasMore && <ShowMore {...more} list={t`Upcoming Khutbahs`} />}
    </>
  )
}
