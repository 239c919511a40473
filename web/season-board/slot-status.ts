import { plural, t } from '@lingui/core/macro'
import {
  Ban,
  CalendarClock,
  CircleCheck,
  CircleDashed,
  Clock,
  Inbox,
  type LucideIcon,
  Send,
  UserX,
} from 'lucide-react'
import { type PostedSlot, requestCountOf } from '../proposals/posted-slots.ts'
import type { Tone } from '../ui/tone.ts'

/** A slot's status. It has an icon and a text, because color must not be the only sign. */
interface SlotStatus {
  readonly tone: Tone
  readonly icon: LucideIcon
  readonly text: string
}

/** Returns the status of one of the masjid's own slots, as its board shows it. */
export function slotStatus(slot: PostedSlot): SlotStatus {
  if (slot.khateebUid !== null) {
    if (slot.khateebSuspended) return { tone: 'danger', icon: Ban, text: t`Khateeb suspended` }
    if (slot.awaitsReconfirmation)
      return { tone: 'warning', icon: CalendarClock, text: t`Asked to confirm again` }
    return { tone: 'success', icon: CircleCheck, text: t`Confirmed` }
  }
  if (slot.begun) return { tone: 'neutral', icon: Clock, text: t`Started` }
  const requests = requestCountOf(slot)
  const invites = slot.pending.length - requests
  const asked = [
    requests > 0 && plural(requests, { one: '# request', other: '# requests' }),
    invites > 0 && plural(invites, { one: '# invited', other: '# invited' }),
  ].filter((it) => it !== false)
  if (slot.withdrawal !== null) {
    const { khateeb, reason } = slot.withdrawal
    const withdrawn = khateeb.name
    const text = reason === null ? t`Khateeb left Minbar` : t`Withdrew: ${withdrawn}`
    return { tone: 'danger', icon: UserX, text: [...asked, text].join(', ') }
  }
  if (requests > 0) return { tone: 'accent', icon: Inbox, text: asked.join(', ') }
  if (invites > 0) return { tone: 'info', icon: Send, text: asked.join(', ') }
  return { tone: 'open', icon: CircleDashed, text: t`Open` }
}
