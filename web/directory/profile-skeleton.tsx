import { t } from '@lingui/core/macro'
import { Card } from '../ui/card.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'

/** Where the fields of a profile will stand. */
export function ProfileSkeleton() {
  return (
    <Card>
      <Loading label={t`Loading…`}>
        <span className="grid gap-5">
          {['h-control', 'h-control', 'h-40', 'h-24', 'h-control', 'h-control'].map((height, place) => (
            <span key={`${place}`} className="grid gap-1.5">
              <Skeleton className="h-6 w-28" />
              <Skeleton className={height} />
            </span>
          ))}
          <Skeleton className="h-13" />
        </span>
      </Loading>
    </Card>
  )
}
