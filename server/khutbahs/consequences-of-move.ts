import type { OutputOf } from '../../contract/endpoint.ts'
import type { moveSlot, moveSlots } from '../../contract/slot-moves.ts'
import type { JudgedMove } from './judge-moves.ts'
import type { SlotToMove } from './move-context.ts'

type Consequences = Omit<OutputOf<typeof moveSlot>, 'changed' | 'by'>

/** Returns the pending proposals that the move of a slot closes. */
export function closingOf({ pending, overlapping }: JudgedMove): SlotToMove['overlapping'] {
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
  const { masjidUid, confirmed, asksAgain, pending } = moved
  return {
    assignment: confirmed === null ? 'none' : assignmentAfter(asksAgain),
    movesAlong: countsOf(pending.filter((it) => !it.closes)),
    closes: countsOf(closingOf(moved).filter((it) => it.masjidUid === masjidUid)),
  }
}

type ConsequencesOfMoves = Omit<OutputOf<typeof moveSlots>, 'changed' | 'by'>

/** Counts the consequences of several moved slots, as `consequencesOf` does for one. */
export function consequencesOfMoves(moves: readonly JudgedMove[]): ConsequencesOfMoves {
  const all = moves.map(consequencesOf)
  const count = (assignment: Consequences['assignment']) =>
    all.filter((it) => it.assignment === assignment).length
  const sum = (of: 'movesAlong' | 'closes') => ({
    invites: all.reduce((total, it) => total + it[of].invites, 0),
    requests: all.reduce((total, it) => total + it[of].requests, 0),
  })
  return {
    moved: moves.length,
    staysConfirmed: count('stays_confirmed'),
    askedAgain: count('asked_again'),
    movesAlong: sum('movesAlong'),
    closes: sum('closes'),
  }
}

const assignmentAfter = (asksAgain: boolean) => (asksAgain ? 'asked_again' : 'stays_confirmed')

function countsOf(proposals: SlotToMove['pending'] | SlotToMove['overlapping']) {
  const requests = proposals.filter((it) => it.direction === 'request').length
  return { invites: proposals.length - requests, requests }
}
