import { t } from '@lingui/core/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { getAvailability } from '../../contract/availability.ts'
import { call } from '../app/api-call.ts'
import { queryClient } from '../app/document-context.ts'
import { GoBack } from '../app/go-back.tsx'
import { lingui } from '../app/i18n.ts'
import { usePreload } from '../app/lazy-dialog.tsx'
import { prefetchForRole } from '../app/session.ts'
import { useTitle } from '../app/title.ts'
import { QueryView } from '../members/query-view.tsx'
import { RequireRole } from '../members/require-role.tsx'
import { Card } from '../ui/card.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { LoadingStatus, Skeleton } from '../ui/skeleton.tsx'
import { messages } from '../words/availability.en.po'

lingui.load('en', messages)

const loadForm = async () => ({ default: (await import('./availability-form.tsx')).AvailabilityForm })
const AvailabilityForm = lazy(loadForm)

const availabilityQuery = queryOptions({
  queryKey: ['availability'],
  queryFn: () => call(getAvailability, { uid: 'me' }),
})

/** Prefetches the khateeb's availability in parallel with the session. */
export const loader = () =>
  prefetchForRole({ khateeb: () => [queryClient().prefetchQuery(availabilityQuery)] })

/** The khateeb's availability, to edit. The form's script loads after the first paint, in parallel with the data. */
export function Component() {
  useTitle(t`Availability`)
  return (
    <RequireRole who="khateeb">
      <Availability />
    </RequireRole>
  )
}

function Availability() {
  const query = useQuery(availabilityQuery)
  usePreload(loadForm)
  return (
    <>
      <PageHeader
        back={<GoBack />}
        title={t`Availability`}
        lead={t`A masjid sees whether you are free for its khutbah, and if not, why. It doesn’t see your other dates.`}
      />
      <QueryView
        query={query}
        failed={t`Error fetching your availability. Please try again later.`}
        skeleton={<AvailabilitySkeleton />}
      >
        {(saved) => (
          <Suspense fallback={<AvailabilitySkeleton />}>
            <AvailabilityForm
              saved={saved}
              onSaved={(next) => queryClient().setQueryData(availabilityQuery.queryKey, next)}
            />
          </Suspense>
        )}
      </QueryView>
    </>
  )
}

function AvailabilitySkeleton() {
  return (
    <LoadingStatus>
      <span className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <Card>
          <Skeleton className="mb-4 h-7 w-32" />
          <Skeleton className="h-80" />
        </Card>
        <Card>
          <Skeleton className="mb-4 h-7 w-32" />
          <Skeleton className="h-60" />
        </Card>
      </span>
    </LoadingStatus>
  )
}
