import { t } from '@lingui/core/macro'
import { useId, useRef } from 'react'
import { useSession } from '../app/session.ts'
import { TimeOfDay } from '../app/value-elements.tsx'
import { isOpen, isUnassigned, type Masjid, type Slot } from '../directory/masjid-queries.ts'
import { ActionButton } from '../members/action-button.tsx'
import { BegunBadge, ConfirmedBadge, OpenBadge } from '../members/badges.tsx'
import { useRestoreFocus } from '../members/restore-focus.ts'
import { acceptInvite, rejectInvite, revokeSentRequest } from '../proposals/actions.ts'
import { Card } from '../ui/card.tsx'
import { RequestToLead } from './request-to-lead.tsx'
import { StandingBadge } from './standing-badge.tsx'

interface SlotCardProps {
  slot: Slot
  masjid: Masjid
}

/** A slot of a khutbah: its time, its khateeb, and the actions that the user may take. */
export function SlotCard({ slot, masjid }: SlotCardProps) {
  const id = useId()
  const card = useRef<HTMLElement>(null)
  useRestoreFocus(card)
  return (
    <Card
      ref={card}
      title={
        <span id={id}>
          <TimeOfDay value={slot.time.time} />
        </span>
      }
      aside={<SlotBadge slot={slot} />}
    >
      <p>
        <span className="text-muted">{t`Khateeb:`}</span>{' '}
        {isUnassigned(slot) ? t`None` : <bdi className="font-medium">{slot.khateeb}</bdi>}
      </p>
      <SlotActions slot={slot} masjid={masjid} describedBy={id} />
    </Card>
  )
}

function SlotBadge({ slot }: { slot: Slot }) {
  if (slot.standing !== null) return <StandingBadge standing={slot.standing} />
  if (isOpen(slot)) {
    return <OpenBadge />
  }
  if (isUnassigned(slot)) return <BegunBadge />
  return <ConfirmedBadge />
}

interface SlotActionsProps extends SlotCardProps {
  describedBy: string
}

function SlotActions({ slot, masjid, describedBy }: SlotActionsProps) {
  const { role } = useSession()
  if (slot.standing === 'invited') {
    return (
      <div className="mt-4 grid grid-cols-2 gap-2">
        <ActionButton action={acceptInvite} given={slot} describedBy={describedBy} variant="soft">
          {t`Accept`}
        </ActionButton>
        <ActionButton action={rejectInvite} given={slot} describedBy={describedBy}>
          {t`Reject`}
        </ActionButton>
      </div>
    )
  }
  if (slot.standing === 'requested') {
    return (
      <div className="mt-4 grid">
        <ActionButton action={revokeSentRequest} given={slot} describedBy={describedBy}>
          {t`Revoke`}
        </ActionButton>
      </div>
    )
  }
  if (slot.cannotRequest !== null)
    return <p className="mt-3 text-muted">{cannotRequestText(slot.cannotRequest)}</p>
  // To a signed-out visitor the server says that no slot can be requested. If the session of a khateeb has ended, still
  // show the button: clicking it reports the missing e-mail.
  const hasSessionEnded = role === 'khateeb' && masjid.email === undefined && isOpen(slot)
  if (!slot.canRequest && !hasSessionEnded) return null
  return (
    <div className="mt-4 grid">
      <RequestToLead slot={slot} masjidEmail={masjid.email} describedBy={describedBy} />
    </div>
  )
}

function cannotRequestText(why: NonNullable<Slot['cannotRequest']>): string {
  if (why === 'khateeb_busy') return t`You speak somewhere else at that hour.`
  if (why === 'not_accepting') return t`This masjid takes no requests from you.`
  if (why === 'you_blocked') return t`You have blocked this masjid.`
  return t`You have asked for this slot three times. Please get in touch with the masjid.`
}
