import { Card } from '../ui/card.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'

/** Placeholder for the profile form. */
export function ProfileSkeleton() {
  return (
    <Card>
      <Loading>
        <span className="grid gap-5">
          <span className="grid gap-5 md:grid-cols-2">
            <FieldSkeleton height="h-control" />
            <FieldSkeleton height="h-control" />
          </span>
          <FieldSkeleton hinted height="h-40" />
          <FieldSkeleton hinted height="h-24" />
          <FieldSkeleton hinted height="h-control" />
          <FieldSkeleton height="h-control" />
          <Skeleton className="h-13" />
        </span>
      </Loading>
    </Card>
  )
}

function FieldSkeleton({ height, hinted = false }: { height: string; hinted?: boolean }) {
  return (
    <span className="grid gap-1.5">
      <Skeleton className="h-6 w-28" />
      {hinted && <Skeleton className="h-5 w-64 max-w-full" />}
      <Skeleton className={height} />
    </span>
  )
}
