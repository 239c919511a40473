import { t } from '@lingui/core/macro'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { TimeOfDay } from '../app/measures.tsx'
import { useSignedIn } from '../app/session.ts'
import { isOpen, type Masjid, type Slot } from '../directory/masjid-query.ts'
import { ActionButton } from '../proposals/action-button.tsx'
import { acceptInvite, rejectInvite, revokeSentRequest } from '../proposals/actions.ts'
import { Section } from '../proposals/section.tsx'
import { Badge } from '../ui/badge.tsx'
import { RequestToLead } from './request-to-lead.tsx'
import { StandingBadge } from './standing-badge.tsx'

interface SlotCardProps {
  slot: Slot
  /** YYYY-MM-DD. */
  date: string
  masjid: Masjid
}

/** A slot of a khutbah: when, who speaks, and what the khateeb who looks can do with it. */
export function SlotCard({ slot, date, masjid }: SlotCardProps) {
  const { role } = useSignedIn()
  const id = useId()
  const time = slot.time.time
  const name = { masjidUid: masjid.uid, khutbahDate: date, khutbahTime: time }
  // To nobody the server says of no slot that it can be requested; whoever's session ended is told so when he tries.
  const mayRequest = slot.canRequest || (masjid.email === undefined && role === 'khateeb' && isOpen(slot))
}
