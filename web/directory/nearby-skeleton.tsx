import { t } from '@lingui/core/macro'
import { Loading, Skeleton } from '../ui/skeleton.tsx'

interface NearbySkeletonProps {
  /** Whether the cards have actions. */
  hasActions: boolean | undefined
}

/** Placeholder for the cards of a nearby screen. */
export function NearbySkeleton({ hasActions }: NearbySkeletonProps) {
  return (
    <Loading label={t`Loading…`}>
      <span className="grid gap-4 sm:grid-cols-2">
        {Array.from({ length: 6 }, (_, card) => (
          <span key={card} className="grid gap-2 rounded-card border border-line bg-surface p-sheet md:p-6">
            <Skeleton className="h-6 w-40 max-w-full" />
            <Skeleton className="h-5 w-32 max-w-full" />
            {hasActions && <Skeleton className="mt-2 h-control" />}
          </span>
        ))}
      </span>
    </Loading>
  )
}
