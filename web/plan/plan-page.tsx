import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../app/document-context.ts'
import { GoBack } from '../app/go-back.tsx'
import { lingui } from '../app/i18n.ts'
import { usePreload } from '../app/lazy-dialog.tsx'
import { lazyPanel } from '../app/lazy-panel.tsx'
import { prefetchForRole } from '../app/session.ts'
import { useTitle } from '../app/title.ts'
import { QueryView } from '../members/query-view.tsx'
import { RequireRole } from '../members/require-role.tsx'
import { Card } from '../ui/card.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { LoadingStatus, Skeleton } from '../ui/skeleton.tsx'
import { messages } from '../words/plan.en.po'
import { planQuery } from './plan-queries.ts'

lingui.load('en', messages)

const loadForm = async () => (await import('./plan-form.tsx')).PlanForm

const PlanForm = lazyPanel({
  load: loadForm,
  onServer: import.meta.env.SSR ? await loadForm() : undefined,
  fallback: <PlanSkeleton />,
})

/** Prefetches the plan with its preview, in parallel with the session. */
export const loader = () => prefetchForRole({ masjid: () => [queryClient().prefetchQuery(planQuery)] })

/** The form and the preview of the masjid's plan. The form's module loads after the first paint, in parallel with the data. */
export function Component() {
  useTitle(t`Friday Plan`)
  return (
    <RequireRole who="masjid">
      <FridayPlan />
    </RequireRole>
  )
}

function FridayPlan() {
  const query = useQuery(planQuery)
  usePreload(loadForm)
  return (
    <>
      <PageHeader
        back={<GoBack />}
        title={t`Friday Plan`}
        lead={t`A plan posts your Fridays by itself. What you post, move or remove by hand stays as you leave it.`}
      />
      <QueryView
        query={query}
        failed={t`Error fetching your plan. Please try again later.`}
        skeleton={<PlanSkeleton />}
      >
        {(saved) => <PlanForm saved={saved} />}
      </QueryView>
    </>
  )
}

function PlanSkeleton() {
  return (
    <LoadingStatus>
      <span className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <Card>
          <Skeleton className="mb-4 h-7 w-32" />
          <Skeleton className="h-60" />
        </Card>
        <Card>
          <Skeleton className="mb-4 h-7 w-32" />
          <Skeleton className="h-80" />
        </Card>
      </span>
    </LoadingStatus>
  )
}
