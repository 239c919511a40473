import type { ReactNode } from 'react'
import { Link } from '../app/link.tsx'
import { VerifiedBadge } from '../members/badges.tsx'
import { Card, stretchedLinkClass } from '../ui/card.tsx'
import { PlaceLine } from './place-line.tsx'

interface DirectoryCardProps {
  name: string
  /** Where a click anywhere on the card leads. */
  to: string
  entry: {
    readonly city: string
    readonly stateCode: string
    readonly verified: boolean
    readonly distance?: number | undefined
  }
  /** Actions at the bottom of the card. */
  children?: ReactNode
}

/** The card of a masjid or khateeb in a list. */
export function DirectoryCard({ name, to, entry, children }: DirectoryCardProps) {
  return (
    <Card lifts>
      <div className="flex h-full flex-col gap-4">
        <div className="grow">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="min-w-0 text-lg leading-snug font-semibold">
              <Link className={stretchedLinkClass} to={to}>
                <bdi>{name}</bdi>
              </Link>
            </h2>
            {entry.verified && <VerifiedBadge />}
          </div>
          <div className="mt-1">
            <PlaceLine place={`${entry.city}, ${entry.stateCode}`} distance={entry.distance} />
          </div>
        </div>
        {children}
      </div>
    </Card>
  )
}
