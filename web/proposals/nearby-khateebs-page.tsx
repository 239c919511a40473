import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { queries } from '../app/caller.ts'
import { GoBack } from '../app/go-back.tsx'
import { startFor, startForBoth, useSignedIn } from '../app/session.ts'
import { useTitle } from '../app/title.ts'
import { FindKhateebs } from '../directory/find-khateebs.tsx'
import { nearbyKhateebsQuery } from '../directory/nearby.ts'
import { NearbySkeleton } from '../directory/nearby-skeleton.tsx'
import { masjidRecordQuery } from '../directory/records.ts'
import { soughtIn } from '../directory/search-in-address.ts'
import { isAwaited } from '../members/loaded.tsx'
import { Card } from '../ui/card.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { RequestForSlot } from './request-for-slot.tsx'
import { useSlotInAddress } from './slot-in-address.ts'
import { PickerSkeleton, SlotToFill } from './slot-to-fill.tsx'

/** Starts what the screen needs, so that it comes beside the session and not after it. */
export function loader({ request }: LoaderFunctionArgs): null {
  const found = nearbyKhateebsQuery(soughtIn(new URL(request.url).searchParams))
  startForBoth(() => void queries().prefetchInfiniteQuery(found))
  startFor({ masjid: () => void queries().prefetchQuery(masjidRecordQuery()) })
  return null
}

/** Khateebs around the one who looks; with a search, khateebs anywhere. A masjid can request them. */
export function Component() {
  useTitle(t`Nearby Khateebs`)
  const { role } = useSignedIn()
  return (
    <>
      <PageHeader back={<GoBack />} title={t`Nearby Khateebs`} />
      {role === 'masjid' ? <ForMasjid /> : <FindKhateebs />}
    </>
  )
}

const columns = 'grid items-start gap-6 lg:grid-cols-[1fr_2fr]'

/** With the slot to fill beside the khateebs, who are requested for it. All of it comes at once, so that nothing moves. */
function ForMasjid() {
  const record = useQuery(masjidRecordQuery())
  const { slot, choose } = useSlotInAddress(record.data?.khutbahs)
  const [isMissing, setIsMissing] = useState(false)
  const picker = useRef<HTMLElement>(null)
  const askForSlot = () => {
    setIsMissing(true)
    picker.current?.querySelector('select')?.focus()
  }
  if (isAwaited(record)) return <ForMasjidSkeleton />
  return (
    <div className={columns}>
      <div className="min-w-0 lg:sticky lg:top-20">
        <SlotToFill ref={picker} record={record} slot={slot} choose={choose} isMissing={isMissing} />
      </div>
      <div className="min-w-0">
        <FindKhateebs>
          {(khateeb) => (
            <RequestForSlot
              khateeb={khateeb}
              slot={slot}
              khutbahs={record.data?.khutbahs}
              onNoSlot={askForSlot}
            />
          )}
        </FindKhateebs>
      </div>
    </div>
  )
}

function ForMasjidSkeleton() {
  return (
    <div className={columns}>
      <Card title={t`The Slot to Fill`}>
        <PickerSkeleton />
      </Card>
      <div>
        <Skeleton className="mb-4 h-control" />
        <Skeleton className="mb-3 h-6 w-40" />
        <NearbySkeleton acts />
      </div>
    </div>
  )
}
