import type { OutputOf, Role } from '../../contract/endpoint.ts'
import type { acceptInvite } from '../../contract/proposals.ts'
import type { Direction } from '../../domain/proposals/proposal.ts'
import type { ClosedProposalInLetter } from '../letters/content/news-props.ts'

type ClosedProposalForCaller = OutputOf<typeof acceptInvite>['closed'][number]

/** A proposal that a call ended, with the names of both sides. */
interface EndedProposal {
  readonly direction: Direction
  readonly slotId: string
  readonly khateebUid: string
  readonly khateebName: string
  readonly masjidUid: string
  readonly masjidName: string
  /** YYYY-MM-DD. */
  readonly date: string
  /** HH:MM. */
  readonly time: string
  readonly startsAt: Date
  /** The masjid's time zone, an IANA name. */
  readonly timeZone: string
}

/**
 * Returns the ended proposals of one side, for the response to its call. Leaves out proposals between the other side and third parties,
 * which stay private.
 */
export function closedProposalsForCaller(
  role: Role,
  uid: string,
  ended: readonly EndedProposal[],
): ClosedProposalForCaller[] {
  return proposalsOfSide(role, uid, ended).map(
    ({ direction, slotId, date, time, startsAt, timeZone, ...names }) => ({
      kind: direction,
      slotId,
      khutbahDate: date,
      khutbahTime: time,
      startsAt: startsAt.toISOString(),
      timeZone,
      ...(role === 'khateeb' ? { masjidName: names.masjidName } : { khateebName: names.khateebName }),
    }),
  )
}

/** Returns the ended proposals of one side, for a letter to this side. */
export function closedProposalsInLetter(
  role: Role,
  uid: string,
  ended: readonly EndedProposal[],
): readonly ClosedProposalInLetter[] {
  return proposalsOfSide(role, uid, ended).map(({ direction, date, time, timeZone, ...names }) => ({
    direction,
    date,
    time,
    timeZone,
    otherSide: role === 'khateeb' ? names.masjidName : names.khateebName,
  }))
}

function proposalsOfSide(role: Role, uid: string, ended: readonly EndedProposal[]): readonly EndedProposal[] {
  return ended.filter((it) => (role === 'khateeb' ? it.khateebUid : it.masjidUid) === uid)
}
