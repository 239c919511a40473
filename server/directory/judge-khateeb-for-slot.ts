import { availabilityFor, ruleAgainstInvite } from '../../domain/availability/availability.ts'
import { judgeProposal } from '../../domain/proposals/proposal-rules.ts'
import { bookingOf } from '../sql-fragments/khateeb-limits.ts'
import type { KhateebFacts, KhateebForSlot } from './khateeb-facts-for-slot.ts'

type Verdict = Pick<KhateebForSlot, 'availability' | 'approved' | 'cannotInvite'>

/** Returns whether a khateeb is free for the slot, and whether the masjid can invite him, by the same rules as an invite. */
export function judgeKhateeb(
  masjidUid: string,
  slotId: string,
  miles: number,
  {
    date,
    startsAt,
    now,
    filled,
    away,
    bookings,
    proposals,
    latitude,
    longitude,
    approvedOnly,
    approved,
    ...others
  }: KhateebFacts,
): Verdict {
  const slot = { masjidUid, date, startsAt, miles, place: { latitude, longitude } }
  const limits = { ...others, awayDates: away ? [date] : [] }
  const availability = availabilityFor(slot, limits, (bookings ?? []).map(bookingOf), now)
  const made = proposals ?? []
  const context = {
    now,
    slot: { startsAt, removed: false, filled },
    seenStart: null,
    khateebBusy: availability.rules.includes('booked'),
    blockedBy: [],
    approval: { approvedOnly, mark: approved ? ('approved' as const) : null },
    proposals: made.filter((it) => it.slotId === slotId),
    earlierDirections: made.filter((it) => it.slotId !== slotId).map(({ direction }) => direction),
  }
  const verdict = judgeProposal('invite', context, ruleAgainstInvite(slot, limits))
  return { availability, approved, cannotInvite: reasonOf(verdict) }
}

function reasonOf(verdict: ReturnType<typeof judgeProposal>): KhateebForSlot['cannotInvite'] {
  if (verdict.kind === 'create') return null
  if (verdict.kind !== 'refused') return 'already_invited'
  switch (verdict.why) {
    case 'slot_past':
    case 'slot_taken':
    case 'already_requested':
    case 'khateeb_busy':
    case 'khateeb_unavailable':
    case 'khateeb_not_approved':
    case 'too_many_proposals':
      return verdict.why
    default:
      throw new Error(`A list of khateebs met ${verdict.why}, which its statement excludes.`)
  }
}

/** Returns whether a khateeb is free, and does not need the masjid’s approval first. */
export function isFree({ availability, cannotInvite }: Verdict): boolean {
  return availability.status === 'free' && cannotInvite !== 'khateeb_not_approved'
}

const ranks = { free: 0, beyond_limits: 2, away: 4 } as const

/**
 * Returns a khateeb’s rank in the list; rank 0 comes first. Khateebs who need approval come after all other matches, and suggestions come
 * last.
 */
export function rankOf({ availability, approved, cannotInvite }: Verdict, isSuggestion: boolean): number {
  const rank = cannotInvite === 'khateeb_not_approved' ? 6 : ranks[availability.status] + (approved ? 0 : 1)
  return rank + (isSuggestion ? 7 : 0)
}
