import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatDate, formatTime } from '../app/format.ts'
import { lingui } from '../app/i18n.ts'
import { useZoneLabel } from '../app/slot-time.tsx'
import { messages } from '../words/slot-events.en.po'
import type { SlotHistoryEntry } from './slot-event.tsx'

lingui.load('en', messages)

/** Shows who made the change of a history entry, and when: `Approved by Aisha Rahman, today 9:12 AM`. */
export function EventActorAndTime({ entry }: { entry: SlotHistoryEntry }) {
  const { at, wallClock, by, khateeb, event } = entry
  const zoneOf = useZoneLabel()
  const { date, daysAgo } = wallClock
  const time = formatTime(wallClock.time, zoneOf({ startsAt: at }))
  const moment = (text: string) => (
    <bdi>
      <time dateTime={at}>{text}</time>
    </bdi>
  )
  const otherDay = t`${formatDate(date)} at ${time}`
  // `SlotEvent` already names this khateeb, so here only the time is shown.
  if (by.role === 'khateeb' && by.name === khateeb?.name) {
    if (daysAgo > 1) return moment(otherDay)
    return moment(daysAgo === 0 ? t`Today ${time}` : t`Yesterday ${time}`)
  }
  const recent = daysAgo === 0 ? t`today ${time}` : t`yesterday ${time}`
  const when = moment(daysAgo > 1 ? otherDay : recent)
  if (by.role === 'minbar') return <Trans>Automatically, {when}</Trans>
  return (phrases[event] ?? otherPhrase)(<Actor by={by} />, when)
}

type Phrase = (who: ReactNode, when: ReactNode) => ReactNode

const canceledPhrase: Phrase = (who, when) => (
  <Trans>
    Canceled by {who}, {when}
  </Trans>
)
const closedPhrase: Phrase = (who, when) => (
  <Trans>
    Closed by {who}, {when}
  </Trans>
)

/** The phrases of events. An event that is not listed here uses `otherPhrase`. */
const phrases: Partial<Readonly<Record<SlotHistoryEntry['event'], Phrase>>> = {
  slot_posted: (who, when) => (
    <Trans>
      Posted by {who}, {when}
    </Trans>
  ),
  slot_removed: canceledPhrase,
  slot_zone_changed: (who, when) => (
    <Trans>
      Changed by {who}, {when}
    </Trans>
  ),
  invite_sent: (who, when) => (
    <Trans>
      Invited by {who}, {when}
    </Trans>
  ),
  invite_revoked: (who, when) => (
    <Trans>
      Revoked by {who}, {when}
    </Trans>
  ),
  invite_closed: closedPhrase,
  request_accepted: (who, when) => (
    <Trans>
      Approved by {who}, {when}
    </Trans>
  ),
  request_rejected: (who, when) => (
    <Trans>
      Rejected by {who}, {when}
    </Trans>
  ),
  request_closed: closedPhrase,
  khateeb_removed: (who, when) => (
    <Trans>
      Removed by {who}, {when}
    </Trans>
  ),
  khateeb_released: canceledPhrase,
}

const otherPhrase: Phrase = (who, when) => (
  <Trans>
    By {who}, {when}
  </Trans>
)

function Actor({ by }: Pick<SlotHistoryEntry, 'by'>) {
  const who = <ActorName by={by} />
  return by.isOwnKhateeb ? <Trans>{who} (also the khateeb)</Trans> : who
}

function ActorName({ by: { role, name, isCaller } }: Pick<SlotHistoryEntry, 'by'>) {
  if (isCaller) return t`you`
  if (name !== null) return <bdi className="wrap-anywhere">{name}</bdi>
  if (role === 'operator') return t`the people who run this site`
  return role === 'other_masjid' ? t`another masjid` : t`a former member`
}
