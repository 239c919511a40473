import { t } from '@lingui/core/macro'
import { MapPin } from 'lucide-react'
import type { getMasjids } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { paths } from '../../contract/screen-paths.ts'
import { lingui } from '../app/i18n.ts'
import { Link } from '../app/link.tsx'
import { LinkButton } from '../app/link-button.tsx'
import { PlaceLine } from '../directory/place-line.tsx'
import { VerifiedBadge } from '../members/badges.tsx'
import { Card, stretchedLinkClass } from '../ui/card.tsx'
import { CompactEmptyState } from '../ui/compact-empty-state.tsx'
import { messages } from '../words/closest-masjids.en.po'

lingui.load('en', messages)

type MasjidCard = OutputOf<typeof getMasjids>[number]

/** The closest masjids, and a link to all others. */
export function ClosestMasjids({ masjids }: { masjids: readonly MasjidCard[] }) {
  const isEmpty = masjids.length === 0
  return (
    <div className="@container grid gap-4">
      {isEmpty ? (
        <CompactEmptyState icon={MapPin} title={t`No masjids available nearby within 50 miles.`} />
      ) : (
        <ul className="grid gap-4 @row:grid-cols-2 @row:*:last:odd:col-span-2">
          {masjids.map((masjid) => (
            <li key={masjid.uid} className="grid">
              <ClosestMasjid masjid={masjid} />
            </li>
          ))}
        </ul>
      )}
      <LinkButton variant="secondary" to={paths.nearbyMasjids} wide>
        {isEmpty ? t`Explore Other Masjids` : t`See More Masjids Nearby`}
      </LinkButton>
    </div>
  )
}

function ClosestMasjid({ masjid }: { masjid: MasjidCard }) {
  return (
    <Card lifts inset>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 text-lg leading-snug font-semibold">
          <Link className={stretchedLinkClass} to={paths.masjidDetails(masjid.uid)}>
            <bdi>{masjid.masjidName}</bdi>
          </Link>
        </h3>
        {masjid.verified && <VerifiedBadge />}
      </div>
      <div className="mt-1">
        <PlaceLine place={masjid.city} distance={masjid.distance} />
      </div>
    </Card>
  )
}
