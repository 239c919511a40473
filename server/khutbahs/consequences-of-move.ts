import type { OutputOf } from '../../contract/endpoint.ts'
import type { moveSlot, moveSlots } from '../../contract/slot-moves.ts'
import type { JudgedMove } from './judge-moves.ts'
import type { SlotToMove } from './move-context.ts'

type Consequences = Omit<OutputOf<typeof moveSlot>, 'changed' | 'by'>

/** Returns the pending proposals that the move of a slot closes. */
export function proposalsClosedBy({ pending, overlapping }: JudgedMove): SlotToMove['overlapping'] {
  return [...pending.filter((it) => it.closes), ...overlapping]
}

/** The consequences of a move that changes nothing, because the slot already has this date and time. */
export const noConsequences: Consequences = {
  assignment: 'none',
  movesAlong: { invites: 0, requests: 0 },
  closes: { invites: 0, requests: 0 },
}

/** Counts the consequences of one moved slot. The masjid sees these counts, so they leave out closed proposals of other masjids. */
export function consequencesOf(moved: JudgedMove): Consequences {
  const { confirmed, asksAgain } = moved
  return {
    assignment: confirmed === null ? 'none' : asksAgain ? 'asked_again' : 'stays_confirmed',
    movesAlong: countsOf(movingAlongWith(moved)),
    closes: countsOf(ownClosingOf([moved])),
  }
}

function movingAlongWith({ pending }: JudgedMove): SlotToMove['pending'] {
  return pending.filter((it) => !it.closes)
}

/** Returns the pending proposals of the moving masjid that the moves close. Two moves may close the same proposal: it is returned once. */
function ownClosingOf(moves: readonly JudgedMove[]): SlotToMove['overlapping'] {
  const own = moves.flatMap((it) =>
    proposalsClosedBy(it).filter(({ masjidUid }) => masjidUid === it.masjidUid),
  )
  return [...new Map(own.map((it) => [it.proposalId, it])).values()]
}

type ConsequencesOfMoves = Omit<OutputOf<typeof moveSlots>, 'changed' | 'by'>

/** Counts the consequences of several moved slots, as `consequencesOf` does for one. */
export function consequencesOfMoves(moves: readonly JudgedMove[]): ConsequencesOfMoves {
  const confirmed = moves.filter((it) => it.confirmed !== null)
  const askedAgain = confirmed.filter((it) => it.asksAgain).length
  return {
    moved: moves.length,
    staysConfirmed: confirmed.length - askedAgain,
    askedAgain,
    movesAlong: countsOf(moves.flatMap(movingAlongWith)),
    closes: countsOf(ownClosingOf(moves)),
  }
}

/** Counts proposals by direction. Leaves out those that the masjid can't see. */
function countsOf(proposals: SlotToMove['pending'] | SlotToMove['overlapping']) {
  const visible = proposals.filter((it) => !it.isHidden)
  const requests = visible.filter((it) => it.direction === 'request').length
  return { invites: visible.length - requests, requests }
}
