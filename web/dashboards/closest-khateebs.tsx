import { t } from '@lingui/core/macro'
import { UserRound } from 'lucide-react'
import { useState } from 'react'
import type { getKhateebs } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { paths } from '../../contract/screen-paths.ts'
import { Miles } from '../app/formatted-values.tsx'
import { LinkButton } from '../app/link-button.tsx'
import { useSearchParameter } from '../app/search-parameter.ts'
import type { MasjidRecord } from '../directory/record-queries.ts'
import { VerifiedBadge } from '../members/badges.tsx'
import { KhateebLink } from '../members/name-link.tsx'
import { useHasRole } from '../members/use-has-role.ts'
import { KhateebSlotActions } from '../proposals/khateeb-slot-actions.tsx'
import { findOpenSlot } from '../proposals/open-slots.ts'
import { SlotPicker } from '../proposals/slot-picker.tsx'
import { CompactEmptyState } from '../ui/compact-empty-state.tsx'

type KhateebCard = OutputOf<typeof getKhateebs>[number]

interface ClosestKhateebsProps {
  khateebs: readonly KhateebCard[]
  /** The signed-in masjid's record; undefined while loading. */
  masjid: MasjidRecord | undefined
}

/** The closest khateebs, each with a slot picker and a button to invite him to the chosen slot, and a link to all others. */
export function ClosestKhateebs({ khateebs, masjid }: ClosestKhateebsProps) {
  const isEmpty = khateebs.length === 0
  const mayInvite = useHasRole('scheduler')
  return (
    <div className="grid gap-5">
      {isEmpty ? (
        <CompactEmptyState icon={UserRound} title={t`No khateebs available nearby within 50 miles.`} />
      ) : (
        <ul className="divide-y divide-line">
          {khateebs.map((khateeb) => (
            <li key={khateeb.uid} className="py-4 first:pt-0 last:pb-0">
              <ClosestKhateeb khateeb={khateeb} masjid={masjid} />
            </li>
          ))}
        </ul>
      )}
      <LinkButton variant="secondary" to={paths.nearbyKhateebs} wide>
        {isEmpty || !mayInvite ? t`Explore Other Khateebs` : t`See More and Request Khateebs`}
      </LinkButton>
    </div>
  )
}

function ClosestKhateeb({ khateeb, masjid }: { khateeb: KhateebCard; masjid: MasjidRecord | undefined }) {
  const { uid, distance, city, verified } = khateeb
  const name = `${khateeb.firstName} ${khateeb.lastName}`
  // The screen's address has the chosen slot, so that the choice survives opening the khateeb's details and going back.
  const [chosen, choose] = useSearchParameter(`slot-${uid}`)
  const slot = findOpenSlot(masjid?.khutbahs, chosen)
  const [isMissing, setIsMissing] = useState(false)
  const mayInvite = useHasRole('scheduler')
  return (
    <div className="grid gap-3">
      <div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-0 text-lg leading-snug font-semibold">
            <KhateebLink uid={uid} slotId={slot?.slotId}>
              {name}
            </KhateebLink>
          </h3>
          {verified && <VerifiedBadge />}
        </div>
        <p className="text-muted">
          {distance !== undefined && (
            <>
              <Miles value={distance} /> ·{' '}
            </>
          )}
          <bdi>{city}</bdi>
        </p>
      </div>
      {mayInvite && (
        <>
          <SlotPicker khutbahs={masjid?.khutbahs} value={slot} onChange={choose} isMissing={isMissing} />
          <KhateebSlotActions
            khateeb={{ uid, name }}
            slot={slot}
            khutbahs={masjid?.khutbahs}
            onNoSlot={() => setIsMissing(true)}
          />
        </>
      )}
    </div>
  )
}
