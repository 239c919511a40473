import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { getSlotHistory } from '../../contract/audit.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { CalendarDate } from '../app/formatted-values.tsx'
import { lingui } from '../app/i18n.ts'
import { SlotTime } from '../app/slot-time.tsx'
import { KhateebInHistory } from '../members/name-link.tsx'
import { messages } from '../words/slot-events.en.po'

lingui.load('en', messages)

/** An entry of the slot history. */
export type SlotHistoryEntry = OutputOf<typeof getSlotHistory>[number]

/** Shows an entry as a sentence. */
export function SlotEvent({ entry }: { entry: SlotHistoryEntry }) {
  const { khateeb, event } = entry
  // Undefined for an event that only a newer server knows, because this page was opened before an update.
  const sentence: (typeof sentences)[SlotHistoryEntry['event']] | undefined = sentences[event]
  if (sentence === undefined) return <Trans>Please reload this page to see this change</Trans>
  return sentence(khateeb && <KhateebInHistory khateeb={khateeb} />, entry)
}

/** Shows the old and the new time of a moved slot, with the dates if they differ. */
function MoveSentence({ from, to }: NonNullable<SlotHistoryEntry['moved']>) {
  if (from.date === to.date)
    return (
      <Trans>
        Moved from <SlotTime {...from} /> to <SlotTime {...to} />
      </Trans>
    )
  return (
    <Trans>
      Moved from <DateAndTime {...from} /> to <DateAndTime {...to} />
    </Trans>
  )
}

function DateAndTime(start: NonNullable<SlotHistoryEntry['moved']>['from']) {
  return (
    <>
      <CalendarDate value={start.date} dayless />, <SlotTime {...start} />
    </>
  )
}

const sentences: Readonly<
  Record<SlotHistoryEntry['event'], (who: ReactNode, entry: SlotHistoryEntry) => ReactNode>
> = {
  slot_posted: () => <Trans>Posted</Trans>,
  slot_removed: () => <Trans>Service canceled</Trans>,
  slot_moved: (_, { moved }) => moved && <MoveSentence {...moved} />,
  slot_zone_changed: () => <Trans>Time zone changed</Trans>,
  slot_described: () => <Trans>Language or note changed</Trans>,
  invite_sent: (who) => <Trans>{who} was invited</Trans>,
  invite_accepted: (who) => <Trans>{who} accepted the invite and is confirmed</Trans>,
  invite_rejected: (who) => <Trans>{who} rejected the invite</Trans>,
  invite_revoked: (who) => <Trans>The invite to {who} was revoked</Trans>,
  invite_closed: (who) => <Trans>The invite to {who} was closed</Trans>,
  invite_expired: (who) => <Trans>The invite to {who} expired</Trans>,
  request_sent: (who) => <Trans>{who} asked to lead</Trans>,
  request_accepted: (who) => <Trans>The request from {who} was approved, and they are confirmed</Trans>,
  request_rejected: (who) => <Trans>The request from {who} was rejected</Trans>,
  request_revoked: (who) => <Trans>{who} revoked the request</Trans>,
  request_closed: (who) => <Trans>The request from {who} was closed</Trans>,
  request_expired: (who) => <Trans>The request from {who} expired</Trans>,
  khateeb_removed: (who) => <Trans>{who} was removed</Trans>,
  khateeb_withdrew: (who) => <Trans>{who} withdrew</Trans>,
  khateeb_left: (who) => <Trans>{who} left Minbar, so the booking ended</Trans>,
  khateeb_reconfirmed: (who) => <Trans>{who} confirmed the new time</Trans>,
  topic_named: (who) => <Trans>{who} named or changed the topic</Trans>,
  khateeb_released: (who) => <Trans>{who} lost the booking, because the service was canceled</Trans>,
}
