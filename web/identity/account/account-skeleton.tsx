import { RowsSkeleton } from '../../members/skeletons.tsx'
import { Card } from '../../ui/card.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'

/** Placeholder for the e-mail section. */
export function EmailSkeleton() {
  return (
    <Loading>
      <Skeleton className="h-7 w-72 max-w-full" />
      <Skeleton className="mt-3 h-5 w-full" />
      <Skeleton className="mt-5 h-control w-36" />
    </Loading>
  )
}

/** Placeholder for all sections of the account screen. */
export function AccountSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-6">
      <Card>
        <Skeleton className="mb-4 h-7 w-32" />
        <EmailSkeleton />
      </Card>
      <Card>
        <Skeleton className="mb-4 h-7 w-56 max-w-full" />
        <RowsSkeleton rows={3} />
      </Card>
    </div>
  )
}
