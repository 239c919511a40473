import type { ReactNode } from 'react'
import { Card } from '../ui/card.tsx'
import { LoadingStatus, Skeleton } from '../ui/skeleton.tsx'

/** Loading placeholder of a list of rows. */
export function RowsSkeleton({ rows }: { rows: number }) {
  return (
    <LoadingStatus>
      <span className="grid grid-cols-1 divide-y divide-line">
        {Array.from({ length: rows }, (_, row) => (
          <span key={row} className="flex gap-4 py-4 first:pt-0 last:pb-0">
            <Skeleton className="size-12 shrink-0" />
            <span className="grid min-w-0 grow grid-cols-1 content-center gap-2">
              <Skeleton className="h-5 w-40 max-w-full" />
              <Skeleton className="h-4 w-56 max-w-full" />
            </span>
          </span>
        ))}
      </span>
    </LoadingStatus>
  )
}

/** Loading placeholder of a section with rows. */
export function SectionSkeleton({ rows }: { rows: number }) {
  return (
    <Card>
      <Skeleton className="mb-4 h-7 w-56 max-w-full" />
      <RowsSkeleton rows={rows} />
    </Card>
  )
}

/** Loading placeholder of a dashboard. `side` is the side of the narrow column. */
export function DashboardSkeleton({ side }: { side: 'start' | 'end' }) {
  const columns = side === 'start' ? 'lg:grid-cols-[2fr_3fr]' : 'lg:grid-cols-[3fr_2fr]'
  return (
    <div className={`grid grid-cols-1 items-start gap-6 ${columns}`}>
      <SectionSkeleton rows={4} />
      <SectionSkeleton rows={2} />
    </div>
  )
}

interface CardSkeletonsProps {
  count: number
  /** The class of a card. */
  look?: string
  /** The class with the number of columns. */
  columns?: string
  /** The content of each card. */
  children: ReactNode
}

function CardSkeletons({
  count,
  look = `${sheetClass} gap-2`,
  columns = 'sm:grid-cols-2',
  children,
}: CardSkeletonsProps) {
  return (
    <span className={`grid grid-cols-1 gap-4 ${columns}`}>
      {Array.from({ length: count }, (_, card) => (
        <span key={card} className={look}>
          {children}
        </span>
      ))}
    </span>
  )
}

const sheetClass = 'grid grid-cols-1 rounded-card border border-line bg-surface p-sheet md:p-6'

/** Loading placeholder of a dashboard's closest masjids, and of the button under them. */
export function ClosestMasjidsSkeleton() {
  return (
    <LoadingStatus>
      <CardSkeletons count={4} look="grid grid-cols-1 gap-2 rounded-control border border-line p-sheet">
        <NameAndPlaceSkeleton />
      </CardSkeletons>
      <Skeleton className="mt-4 h-control" />
    </LoadingStatus>
  )
}

/** Loading placeholder of the cards on a screen that lists nearby khateebs or masjids. The cards may have buttons. */
export function NearbyCardsSkeleton({ hasActions = false }: { hasActions?: boolean | undefined }) {
  return (
    <LoadingStatus>
      <CardSkeletons count={6}>
        <NameAndPlaceSkeleton />
        {hasActions && <Skeleton className="mt-2 h-control" />}
      </CardSkeletons>
    </LoadingStatus>
  )
}

function NameAndPlaceSkeleton() {
  return (
    <>
      <Skeleton className="h-6 w-40 max-w-full" />
      <Skeleton className="h-5 w-32 max-w-full" />
    </>
  )
}

/** Loading placeholder of the cards of a khutbah's slots. */
export function SlotsSkeleton() {
  return (
    <LoadingStatus>
      <CardSkeletons count={2} look={`${sheetClass} gap-4`} columns="sm:grid-cols-2 lg:grid-cols-3">
        <Skeleton className="h-7 w-24 max-w-full" />
        <Skeleton className="h-6 w-40 max-w-full" />
        <Skeleton className="h-control" />
      </CardSkeletons>
    </LoadingStatus>
  )
}

/** Loading placeholder of the cards of a masjid's upcoming khutbahs. */
export function UpcomingKhutbahsSkeleton() {
  return (
    <LoadingStatus>
      <Skeleton className="mb-4 h-7 w-52 max-w-full" />
      <CardSkeletons count={4}>
        <span className="flex gap-4">
          <Skeleton className="size-12 shrink-0" />
          <span className="grid min-w-0 grow grid-cols-1 gap-2">
            <Skeleton className="h-6 w-48 max-w-full" />
            <Skeleton className="h-5 w-36 max-w-full" />
            <Skeleton className="mt-1.5 h-7 w-28 max-w-full" />
          </span>
        </span>
      </CardSkeletons>
    </LoadingStatus>
  )
}
