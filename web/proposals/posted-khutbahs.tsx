import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Inbox, Send, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { useLocation } from 'react-router'
import { CalendarTile } from '../app/calendar-tile.tsx'
import { CalendarDate } from '../app/formatted-values.tsx'
import { SlotTime } from '../app/slot-time.tsx'
import type { MasjidKhutbah, MasjidSlot } from '../directory/record-queries.ts'
import { ActionWithConfirmDialog } from '../members/action-with-confirm-dialog.tsx'
import {
  AwaitsReconfirmationBadge,
  BegunBadge,
  ConfirmedBadge,
  OpenBadge,
  SuspendedBadge,
} from '../members/badges.tsx'
import { Expandable } from '../members/expandable.tsx'
import { KhateebLink } from '../members/name-link.tsx'
import { SlotDateTime } from '../members/slot-date-time.tsx'
import { TargetRow } from '../members/target-row.tsx'
import { targetRowId } from '../members/use-target-row.ts'
import { Badge } from '../ui/badge.tsx'
import { List } from '../ui/list.tsx'
import { UserText } from '../ui/user-text.tsx'
import { removeKhateeb, removeSlot } from './actions.ts'
import { MoveSlot } from './move-slot.tsx'
import type { DatedSlot } from './open-slots.ts'

/** How many dates are shown at first: at least up to the row that a letter's link leads to. */
const minCollapsedCount = 4

/** The masjid's upcoming khutbahs by date: each slot with its time, status and khateeb. */
export function PostedKhutbahs({ khutbahs }: { khutbahs: readonly MasjidKhutbah[] }) {
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
                {times.map(({ time, ...slot }) => (
                  <PostedSlotRow
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
    </Expandable>
  )
}

/** A slot of the masjid's own, with its date. */
type PostedSlot = DatedSlot & Omit<MasjidSlot, 'time'>

/** `dateId` is the id of the text that names its date. */
function PostedSlotRow({ slot, dateId }: { slot: PostedSlot; dateId: string }) {
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
      actions={slot.begun ? undefined : <PostedSlotActions slot={slot} describedBy={`${dateId} ${timeId}`} />}
    />
  )
}

/** Badges with the status of one of the masjid's own slots. */
function SlotStatusBadges({ slot }: { slot: PostedSlot }) {
  if (slot.khateebUid !== null) {
    return (
      <>
        {slot.awaitsReconfirmation ? <AwaitsReconfirmationBadge viewer="masjid" /> : <ConfirmedBadge />}
        {slot.khateebSuspended && <SuspendedBadge who="khateeb" />}
      </>
    )
  }
  if (slot.begun) return <BegunBadge />
  const requests = slot.pending.filter((it) => it.direction === 'request').length
  const invites = slot.pending.length - requests
  return (
    <>
      <OpenBadge />
      {requests > 0 && (
        <Badge tone="accent" icon={Inbox}>
          {plural(requests, { one: '# request', other: '# requests' })}
        </Badge>
      )}
      {invites > 0 && (
        <Badge tone="info" icon={Send}>
          {plural(invites, { one: '# invited', other: '# invited' })}
        </Badge>
      )}
    </>
  )
}

/** The buttons that move the slot, that remove its khateeb, and that cancel it. */
function PostedSlotActions({ slot, describedBy }: { slot: PostedSlot; describedBy: string }) {
  const { khateeb, khateebUid, khutbahDate, khutbahTime } = slot
  const target = { given: slot, describedBy }
  const dateTime = (
    <p>
      <SlotDateTime date={khutbahDate} time={khutbahTime} startsAt={slot.startsAt} />
    </p>
  )
  return (
    <>
      <MoveSlot slot={slot} describedBy={describedBy} />
      {khateebUid !== null && (
        <ActionWithConfirmDialog
          {...target}
          action={removeKhateeb}
          label={t`Remove Khateeb`}
          title={
            <Trans>
              Remove <UserText text={khateeb} /> from this slot?
            </Trans>
          }
          busyText={t`Removing...`}
        >
          {dateTime}
          <p className="mt-3">{t`The khateeb will get an email, and the slot opens up to others.`}</p>
        </ActionWithConfirmDialog>
      )}
      <ActionWithConfirmDialog
        {...target}
        action={removeSlot}
        label={t`Cancel This Service`}
        icon={<Trash2 className="size-5 text-muted" />}
        title={t`Cancel this service?`}
        cancelText={t`Keep It`}
        busyText={t`Canceling...`}
      >
        {dateTime}
        <p className="mt-3">
          {khateebUid === null ? (
            t`Khateebs who requested it or were invited to it will get an email.`
          ) : (
            <Trans>
              <UserText text={khateeb} /> is confirmed for it and will get an email.
            </Trans>
          )}
        </p>
      </ActionWithConfirmDialog>
    </>
  )
}
