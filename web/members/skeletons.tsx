import { t } from '@lingui/core/macro'
import { Loading, Skeleton } from '../ui/skeleton.tsx'

/** Loading placeholder of a list of rows. */
export function RowsSkeleton({ rows }: { rows: number }) {
  return (
    <Loading label={t`Loading…`}>
      <span className="grid divide-y divide-line">
        {Array.from({ length: rows }, (_, row) => (
          <span key={row} className="flex gap-4 py-4 first:pt-0 last:pb-0">
            <Skeleton className="size-12 shrink-0" />
            <span className="grid grow content-center gap-2">
              <Skeleton className="h-5 w-40 max-w-full" />
              <Skeleton className="h-4 w-56 max-w-full" />
            </span>
          </span>
        ))}
      </span>
    </Loading>
  )
}

/** Loading placeholder of cards and the button under them. */
export function CardsSkeleton({ cards }: { cards: number }) {
  return (
    <Loading label={t`Loading…`}>
      <span className="grid gap-4 sm:grid-cols-2">
        {Array.from({ length: cards }, (_, card) => (
          <span key={card} className="grid gap-2 rounded-control border border-line p-sheet">
            <Skeleton className="h-6 w-40 max-w-full" />
            <Skeleton className="h-5 w-32 max-w-full" />
          </span>
        ))}
      </span>
      <Skeleton className="mt-4 h-control" />
    </Loading>
  )
}
