import { t } from '@lingui/core/macro'
import { Loading, Skeleton } from '../ui/skeleton.tsx'

/** Placeholder for the cards of a khutbah's slots. */
export function SlotsSkeleton() {
  return (
    <Loading label={t`Loading…`}>
      <span className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {Array.from({ length: 2 }, (_, card) => (
          <span key={card} className="grid gap-4 rounded-card border border-line bg-surface p-sheet md:p-6">
            <Skeleton className="h-7 w-24" />
            <Skeleton className="h-6 w-40 max-w-full" />
            <Skeleton className="h-control" />
          </span>
        ))}
      </span>
    </Loading>
  )
}
