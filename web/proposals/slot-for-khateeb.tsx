import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParameter } from '../app/search-parameter.ts'
import { type MasjidKhutbah, masjidRecordQuery } from '../directory/record-queries.ts'
import { ConfirmedBadge } from '../members/badges.tsx'
import { QueryView } from '../members/query-view.tsx'
import { SlotDateTime } from '../members/slot-date-time.tsx'
import { Card } from '../ui/card.tsx'
import { LoadingStatus, Skeleton } from '../ui/skeleton.tsx'
import { KhateebSlotActions } from './khateeb-slot-actions.tsx'
import { findOpenSlot } from './open-slots.ts'
import { SlotPicker } from './slot-picker.tsx'

interface SlotForKhateebProps {
  khateeb: { readonly uid: string; readonly name: string }
}

/** On a khateeb's details: a slot picker whose choice is in the URL, and the masjid's actions for the chosen slot and this khateeb. */
export function SlotForKhateeb({ khateeb }: SlotForKhateebProps) {
  const record = useQuery(masjidRecordQuery())
  return (
    <Card title={t`The Slot to Fill`}>
      <QueryView
        query={record}
        failed={t`Error fetching masjid data. Please try again later.`}
        skeleton={
          <LoadingStatus>
            <Skeleton className="h-34" />
          </LoadingStatus>
        }
      >
        {({ khutbahs }) => <SlotActions khateeb={khateeb} khutbahs={khutbahs} />}
      </QueryView>
    </Card>
  )
}

function SlotActions({ khateeb, khutbahs }: SlotForKhateebProps & { khutbahs: readonly MasjidKhutbah[] }) {
  const [chosen, choose] = useSearchParameter('slot')
  const [isMissing, setIsMissing] = useState(false)
  const slot = findOpenSlot(khutbahs, chosen)
  const confirmed = confirmedSlot(khutbahs, chosen, khateeb.uid)
  return (
    <div className="grid grid-cols-1 gap-4">
      {confirmed && (
        <div className="grid justify-items-start gap-1">
          <ConfirmedBadge />
          <span className="text-sm text-muted">
            <SlotDateTime date={confirmed.date} time={confirmed.time} startsAt={confirmed.startsAt} />
          </span>
        </div>
      )}
      {chosen !== '' && slot === undefined && confirmed === undefined && (
        <p className="text-muted">{t`The slot that you chose is not open any more.`}</p>
      )}
      <SlotPicker khutbahs={khutbahs} value={slot} onChange={choose} isMissing={isMissing} />
      <KhateebSlotActions
        khateeb={khateeb}
        slot={slot}
        khutbahs={khutbahs}
        onNoSlot={() => setIsMissing(true)}
        saysUnverified
      />
    </div>
  )
}

/** Returns the slot with an id, if this khateeb is confirmed for it. */
function confirmedSlot(khutbahs: readonly MasjidKhutbah[], slotId: string, khateebUid: string) {
  return khutbahs
    .flatMap(({ date, times }) => times.map((slot) => ({ ...slot, date, time: slot.time.time })))
    .find((slot) => slot.slotId === slotId && slot.khateebUid === khateebUid)
}
