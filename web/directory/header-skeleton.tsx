import { t } from '@lingui/core/macro'
import { GoBack } from '../app/go-back.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'

/** Where the header of a masjid or khateeb will stand; `title` is read out until the name is there. */
export function HeaderSkeleton({ title }: { title: string }) {
  return (
    <PageHeader
      back={<GoBack />}
      title={
        <>
          <span className="sr-only">{title}</span>
          <Skeleton className="h-9 w-72 max-w-full" />
        </>
      }
      lead={
        <Loading label={t`Loading…`}>
          <span className="mt-4 flex flex-wrap gap-x-8 gap-y-4">
            <Skeleton className="h-6 w-64 max-w-full" />
            <Skeleton className="h-6 w-40 max-w-full" />
          </span>
        </Loading>
      }
    />
  )
}
