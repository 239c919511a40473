import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { useRestoreFocus } from '../members/restore-focus.ts'
import { Card, stretchedLink } from '../ui/card.tsx'
import { PlaceLine } from './place-line.tsx'
import { VerifiedBadge } from './verified-badge.tsx'

interface DirectoryCardProps {
  name: string
  /** Where the whole card leads. */
  to: string
  listed: {
    readonly city: string
    readonly stateCode: string
    readonly verified: boolean
    readonly distance?: number | undefined
  }
  /** What can be done, at the card's foot. */
  children?: ReactNode
}

/** A masjid or khateeb in a list. */
export function DirectoryCard({ name, to, listed, children }: DirectoryCardProps) {
  const card = useRef<HTMLElement>(null)
  useRestoreFocus(card)
  return (
    <Card ref={card} lifts>
      <div className="flex h-full flex-col gap-4">
        <div className="grow">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="min-w-0 text-lg leading-snug font-semibold">
              <Link className={stretchedLink} to={to}>
                <bdi>{name}</bdi>
              </Link>
            </h2>
            {listed.verified && <VerifiedBadge />}
          </div>
          <div className="mt-1">
            <PlaceLine city={listed.city} stateCode={listed.stateCode} distance={listed.distance} />
          </div>
        </div>
        {children}
      </div>
    </Card>
  )
}
