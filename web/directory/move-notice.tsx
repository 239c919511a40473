import { plural, t } from '@lingui/core/macro'
import type { UseFormReturn } from 'react-hook-form'
import { clocksDiffer } from '../app/time-zones.ts'
import { Notice } from '../ui/notice.tsx'
import { LosesBadgeByMoveNotice, LosesBadgeNotice } from './loses-badge-notice.tsx'
import type { MasjidProfileValues } from './profile-resolvers.ts'
import type { MasjidRecord, MasjidSlot } from './record-queries.ts'

interface MoveNoticeProps {
  record: MasjidRecord
  form: Pick<UseFormReturn<MasjidProfileValues>, 'watch'>
}

/**
 * Warns a masjid before it saves: how many khateebs get an email about the new address, ZIP code or time zone, and that a new name or a
 * distant ZIP code removes the Verified badge.
 */
export function MoveNotice({ record, form }: MoveNoticeProps) {
  const [address, zipCode, timeZone, name] = form.watch([
    'masjidAddress',
    'zipCode',
    'timeZone',
    'masjidName',
  ])
  // Ignores a ZIP+4 suffix, because the server removes it.
  const hasNewZip = zipCode.trim().slice(0, record.zipCode.length) !== record.zipCode
  const hasNewPlace = hasNewZip || address.trim() !== record.masjidAddress
  const slots = upcomingSlotsOf(record)
  const movedSlots = slots.filter((it) => clocksDiffer(record.timeZone, timeZone, new Date(it.startsAt)))
  const count = hasNewPlace || timeZone !== record.timeZone ? khateebUidsOf(slots).size : 0
  const hasNewName = name.trim() !== record.masjidName
  return (
    <>
      {count > 0 && (
        <Notice
          announced
          tone="warning"
          title={plural(count, {
            one: 'Saving this sends # khateeb an email with the old and new details',
            other: 'Saving this sends # khateebs an email with the old and new details',
          })}
        >
          {movedSlots.length > 0
            ? t`Your khutbahs stay at the same clock time in the new time zone, so they really start earlier or later. Confirmed khateebs are asked to confirm again. Invites and requests that then overlap another khutbah of the khateeb are closed.`
            : hasNewZip
              ? t`If clocks there show a different time, your khutbahs stay at the same clock time (1:30 PM stays 1:30 PM there). Confirmed khateebs are then asked to confirm again, and invites and requests that overlap another khutbah of the khateeb are closed.`
              : t`They are confirmed, invited or waiting for your answer.`}
        </Notice>
      )}
      {record.verified && hasNewName && <LosesBadgeNotice />}
      {record.verified && !hasNewName && hasNewZip && <LosesBadgeByMoveNotice />}
    </>
  )
}

function upcomingSlotsOf({ khutbahs }: MasjidRecord): MasjidSlot[] {
  return khutbahs.flatMap(({ times }) => times.filter((it) => !it.begun))
}

/** Returns the uids of the khateebs who are confirmed, invited or waiting for an answer. */
function khateebUidsOf(slots: readonly MasjidSlot[]): Set<string> {
  return new Set(
    slots.flatMap(({ khateebUid, pending }) => [
      ...(khateebUid === null ? [] : [khateebUid]),
      ...pending.map((it) => it.khateebUid),
    ]),
  )
}
