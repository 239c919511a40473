import { RowsSkeleton } from '../members/skeletons.tsx'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** Loading placeholder of a dashboard; `side` is the side of the narrow column. */
export function DashboardSkeleton({ side }: { side: 'start' | 'end' }) {
  const columns = side === 'start' ? 'lg:grid-cols-[2fr_3fr]' : 'lg:grid-cols-[3fr_2fr]'
  return (
    <div className={`grid items-start gap-6 ${columns}`}>
      {[4, 2].map((rows) => (
        <Card key={rows}>
          <Skeleton className="mb-4 h-7 w-56 max-w-full" />
          <RowsSkeleton rows={rows} />
        </Card>
      ))}
    </div>
  )
}
