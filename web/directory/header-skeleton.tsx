import { GoBack } from '../app/go-back.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { LoadingStatus, Skeleton } from '../ui/skeleton.tsx'

/**
 * The placeholder for the header of a masjid or khateeb. `facts` is the number of lines below the name on a phone. Screen readers read
 * `title`.
 */
export function HeaderSkeleton({ title, facts = 2 }: { title: string; facts?: 1 | 2 }) {
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
        <LoadingStatus>
          <span className="mt-2 flex flex-wrap gap-x-8 gap-y-1">
            {Array.from({ length: facts }, (_, fact) => (
              <span key={fact} className="flex h-control w-64 max-w-full items-center">
                <Skeleton className="h-6 w-full" />
              </span>
            ))}
          </span>
        </LoadingStatus>
      }
    />
  )
}
