import { t } from '@lingui/core/macro'
import { CircleCheck, Inbox, Send } from 'lucide-react'
import { isOpen, isUnassigned, mustConfirmAgain, type Slot } from '../directory/masjid-queries.ts'
import {
  AwaitsReconfirmationBadge,
  BegunBadge,
  ConfirmedBadge,
  OpenBadge,
  UnderWayBadge,
} from '../members/badges.tsx'
import { Badge } from '../ui/badge.tsx'

/** The state of a slot for the signed-in user. */
export function SlotBadges({ slot }: { slot: Slot }) {
  return (
    <>
      {slot.underWay && <UnderWayBadge />}
      <StateBadge slot={slot} />
    </>
  )
}

function StateBadge({ slot }: { slot: Slot }) {
  if (mustConfirmAgain(slot)) return <AwaitsReconfirmationBadge viewer="khateeb" />
  if (slot.standing !== null) return <StandingBadge standing={slot.standing} />
  if (isOpen(slot)) return <OpenBadge />
  if (slot.awaitsReconfirmation) return <AwaitsReconfirmationBadge viewer="masjid" />
  if (!isUnassigned(slot)) return <ConfirmedBadge />
  return slot.underWay ? null : <BegunBadge />
}

function StandingBadge({ standing }: { standing: NonNullable<Slot['standing']> }) {
  const badges = {
    confirmed: <Badge tone="success" icon={CircleCheck}>{t`You are confirmed`}</Badge>,
    requested: <Badge tone="info" icon={Send}>{t`You requested it`}</Badge>,
    invited: <Badge tone="accent" icon={Inbox}>{t`You are invited`}</Badge>,
  }
  return badges[standing]
}
