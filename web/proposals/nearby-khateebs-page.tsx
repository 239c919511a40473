import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { paths } from '../../contract/screen-paths.ts'
import { queryClient } from '../app/document-context.ts'
import { GoBack } from '../app/go-back.tsx'
import { LinkButton } from '../app/link-button.tsx'
import { useSearchParameter } from '../app/search-parameter.ts'
import { type PrefetchResult, prefetchForRole, useSession } from '../app/session.ts'
import { useTitle } from '../app/title.ts'
import { KhateebSearch } from '../directory/khateeb-search.tsx'
import { nearbyKhateebsQuery } from '../directory/nearby-queries.ts'
import { masjidRecordQuery } from '../directory/record-queries.ts'
import { searchTermIn } from '../directory/use-debounced-search.ts'
import { isInitialLoad, QueryView } from '../members/query-view.tsx'
import { NearbyCardsSkeleton } from '../members/skeletons.tsx'
import { useHasRole } from '../members/use-has-role.ts'
import { Card } from '../ui/card.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { LoadingStatus, Skeleton } from '../ui/skeleton.tsx'
import { KhateebSlotActions } from './khateeb-slot-actions.tsx'
import { findOpenSlot, hasNoOpenSlots } from './open-slots.ts'
import { SlotPicker } from './slot-picker.tsx'

/** Prefetches the results, and the masjid's record, in parallel with the session. */
export function loader({ request }: LoaderFunctionArgs): PrefetchResult {
  const { searchParams } = new URL(request.url)
  const khateebs = (slotId?: string) =>
    queryClient().prefetchInfiniteQuery(nearbyKhateebsQuery(searchTermIn(searchParams), slotId))
  return prefetchForRole({
    khateeb: () => [khateebs()],
    masjid: () => [
      khateebs(searchParams.get('slot') ?? undefined),
      queryClient().prefetchQuery(masjidRecordQuery()),
    ],
  })
}

/** Khateebs near the user; with a search term, khateebs anywhere. A masjid can invite them. */
export function Component() {
  useTitle(t`Nearby Khateebs`)
  const { role } = useSession()
  const mayInvite = useHasRole('scheduler') && role === 'masjid'
  return (
    <>
      <PageHeader back={<GoBack />} title={t`Nearby Khateebs`} />
      {mayInvite ? <KhateebSearchForSlot /> : <KhateebSearch />}
    </>
  )
}

const columns = 'grid items-start gap-6 lg:grid-cols-[1fr_2fr]'

/** A slot picker next to the search. Shows a skeleton of both until the masjid's record is loaded, so that the layout doesn't shift. */
function KhateebSearchForSlot() {
  const record = useQuery(masjidRecordQuery())
  // The chosen slot is in the URL, so that the choice survives opening a khateeb's details and going back.
  const [chosen, choose] = useSearchParameter('slot')
  const slot = findOpenSlot(record.data?.khutbahs, chosen)
  const [isSlotMissing, setIsSlotMissing] = useState(false)
  const picker = useRef<HTMLElement>(null)
  const askForSlot = () => {
    setIsSlotMissing(true)
    picker.current?.querySelector('select')?.focus()
  }
  if (isInitialLoad(record)) return <KhateebSearchForSlotSkeleton />
  return (
    <div className={columns}>
      <div className="min-w-0 lg:sticky lg:top-20">
        <Card ref={picker} title={t`The Slot to Fill`}>
          <QueryView
            query={record}
            failed={t`Error fetching masjid data. Please try again later.`}
            skeleton={<PickerSkeleton />}
          >
            {({ khutbahs }) =>
              hasNoOpenSlots(khutbahs) ? (
                <NoOpenSlots />
              ) : (
                <SlotPicker khutbahs={khutbahs} value={slot} onChange={choose} isMissing={isSlotMissing} />
              )
            }
          </QueryView>
        </Card>
      </div>
      <div className="min-w-0">
        <KhateebSearch slotId={slot?.slotId}>
          {(khateeb, card, isChanging) => (
            <KhateebSlotActions
              khateeb={khateeb}
              listed={card}
              slot={slot}
              khutbahs={record.data?.khutbahs}
              onNoSlot={askForSlot}
              noSlotsId={noSlotsId}
              isChanging={isChanging}
            />
          )}
        </KhateebSearch>
      </div>
    </div>
  )
}

const noSlotsId = 'no-open-slots'

function NoOpenSlots() {
  return (
    <div className="grid gap-4">
      <p
        id={noSlotsId}
        className="text-muted"
      >{t`You have no open slots. Post a khutbah, then request a khateeb for it.`}</p>
      <LinkButton to={paths.masjidLanding} variant="secondary" wide>
        {t`Go to My Dashboard`}
      </LinkButton>
    </div>
  )
}

function KhateebSearchForSlotSkeleton() {
  return (
    <div className={columns}>
      <Card title={t`The Slot to Fill`}>
        <PickerSkeleton />
      </Card>
      <div>
        <Skeleton className="mb-4 h-control" />
        <Skeleton className="mb-3 h-6 w-40" />
        <NearbyCardsSkeleton hasActions />
      </div>
    </div>
  )
}

function PickerSkeleton() {
  return (
    <LoadingStatus>
      <Skeleton className="mb-1.5 h-6 w-28" />
      <Skeleton className="h-control" />
    </LoadingStatus>
  )
}
