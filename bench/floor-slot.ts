import { areTooFarApart, type SlotWithCoordinates } from '../domain/availability/travel-time.ts'
import { milesBetween } from '../domain/directory/distance.ts'
import { maxProposalsPerSide } from '../domain/proposals/proposal.ts'

/** A proposal of the khateeb for a slot of the masjid. `slotName` is the date and time of the slot. */
export interface Proposal {
  readonly id: string
  readonly slotId: string
  readonly slotName: string
  readonly date: string
  readonly time: string
  readonly startsAt: string
  readonly direction: 'invite' | 'request'
  readonly state: string
}

interface Slot {
  readonly id: string
  readonly date: string
  readonly time: string
  readonly startsAt: string
  readonly khateebUid: string | null
  readonly khateeb: string | null
  readonly topic: string | null
  readonly language: string | null
  readonly note: string
  readonly awaitsReconfirmation: boolean
  /** The start that the khateeb agreed to, if the slot has another start now; otherwise null. */
  readonly agreedStart: { readonly date: string; readonly time: string; readonly startsAt: string } | null
}

interface SlotContext {
  readonly now: Date
  /** The slots for which the khateeb is confirmed. */
  readonly bookings: readonly Booking[]
  /** The khateeb's pending proposals at all masjids. */
  readonly pending: readonly { readonly id: string; readonly direction: string; readonly startsAt: string }[]
  readonly blockedBy: readonly string[]
  readonly khateebUid: string
  readonly here: Place
  /** The dates on which the khateeb is away. */
  readonly away: readonly string[]
  /** Whether the masjid is farther away than the khateeb is willing to drive. */
  readonly isTooFar: boolean
}

type Place = Omit<SlotWithCoordinates, 'startsAt'>

interface Booking extends Place {
  readonly slotId: string
  readonly startsAt: string
  readonly masjidName: string
  readonly date: string
  readonly time: string
  readonly timeZone: string
}

const hour = 60 * 60_000

/**
 * Returns a confirmed slot in `bookings` that is too far away for a khateeb who also leads a service at the masjid `here` at `startsAt`.
 * Null if no slot is too far away.
 */
export function unreachableSlot(bookings: readonly Booking[], here: Place, startsAt: Date) {
  const far = bookings.find((it) =>
    areTooFarApart({ ...here, startsAt }, { ...it, startsAt: new Date(it.startsAt) }),
  )
  return far === undefined
    ? null
    : {
        slotId: far.slotId,
        masjidName: far.masjidName,
        khutbahDate: far.date,
        khutbahTime: far.time,
        startsAt: new Date(far.startsAt).toISOString(),
        distance: milesBetween(here, far),
        timeZone: far.timeZone,
      }
}

/** Returns a slot as the khateeb sees it, by the same rules as the product. */
export function shownSlot(
  slot: Slot,
  proposals: readonly Proposal[],
  { now, bookings, pending: all, blockedBy, khateebUid, here, away, isTooFar }: SlotContext,
) {
  const start = new Date(slot.startsAt)
  const begun = start < now
  const pending = proposals.find((it) => it.slotId === slot.id && it.state === 'pending')
  const isOpen = !begun && pending === undefined && slot.khateebUid === null
  const isBusy =
    isOpen &&
    bookings.some((it) => it.slotId !== slot.id && Math.abs(Date.parse(it.startsAt) - start.getTime()) < hour)
  const requests = proposals.filter((it) => it.direction === 'request').length
  const isOften = isOpen && requests >= maxProposalsPerSide
  const why = !isOpen
    ? null
    : blockedBy.includes('masjid')
      ? 'not_accepting'
      : blockedBy.includes('khateeb')
        ? 'you_blocked'
        : isBusy
          ? 'khateeb_busy'
          : isOften
            ? 'too_many_proposals'
            : null
  const pendingStanding =
    begun || pending === undefined ? null : pending.direction === 'invite' ? 'invited' : 'requested'
  const standing = slot.khateebUid === khateebUid ? 'confirmed' : pendingStanding
  const isFirst = requests <= (standing === 'requested' ? 1 : 0)
  const isInvited = pendingStanding === 'invited'
  const closes = all.filter(
    (it) => it.id !== pending?.id && Math.abs(Date.parse(it.startsAt) - start.getTime()) < hour,
  )
  const invites = closes.filter((it) => it.direction === 'invite').length
  const canRequest = isOpen && why === null
  return {
    slotId: slot.id,
    time: { time: slot.time },
    khateeb: slot.khateeb ?? 'None',
    topic: slot.topic,
    language: slot.language,
    note: slot.note,
    startsAt: start.toISOString(),
    begun,
    underWay: begun && now.getTime() - start.getTime() < hour,
    awaitsReconfirmation: slot.awaitsReconfirmation,
    agreedStart: slot.agreedStart,
    standing,
    closesCount: isInvited ? { invites, requests: closes.length - invites } : null,
    tooFarFrom: isInvited || canRequest ? unreachableSlot(bookings, here, start) : null,
    beyondYourLimits:
      isInvited || canRequest
        ? [...(away.includes(slot.date) ? ['away'] : []), ...(isTooFar ? ['too_far'] : [])]
        : [],
    canRequest,
    cannotRequest: why,
    requestsLeft:
      isFirst || begun || slot.khateebUid !== null ? null : Math.max(0, maxProposalsPerSide - requests),
  }
}
