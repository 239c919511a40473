import { t } from '@lingui/core/macro'
import { Card } from '../ui/card.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'

/** Where rows will stand. */
export function RowsSkeleton({ rows }: { rows: number }) {
  return (
    <Loading label={t`Loading…`}>
      <span className="grid gap-5">
        {Array.from({ length: rows }, (_, row) => (
          <span key={row} className="grid gap-2.5">
            <Skeleton className="h-5 w-48 max-w-full" />
            <Skeleton className="h-4 w-64 max-w-full" />
          </span>
        ))}
      </span>
    </Loading>
  )
}

/** Where cards will stand, and the button under them. */
export function CardsSkeleton({ cards }: { cards: number }) {
  return (
    <Loading label={t`Loading…`}>
      <span className="grid gap-4 sm:grid-cols-2">
        {Array.from({ length: cards }, (_, card) => (
          <span key={card} className="grid gap-2 rounded-card border border-line p-4 md:p-6">
            <Skeleton className="h-6 w-40 max-w-full" />
            <Skeleton className="h-5 w-32 max-w-full" />
          </span>
        ))}
      </span>
      <Skeleton className="mt-4 h-control" />
    </Loading>
  )
}

/** Where a section will stand, with its title, and rows in it. */
export function SectionSkeleton({ title, rows = 1 }: { title: string; rows?: number }) {
  return (
    <Card title={title}>
      <RowsSkeleton rows={rows} />
    </Card>
  )
}
