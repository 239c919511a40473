import type { OutputOf } from '../../contract/endpoint.ts'
import type { moveSlot, moveSlots } from '../../contract/khutbahs.ts'
import type { JudgedMove } from './judge-moves.ts'
import type { SlotToMove } from './move-context.ts'

type Consequences = Omit<OutputOf<typeof moveSlot>, 'changed' | 'by'>

/** The pending proposals that a move closes. */
export function closingOf({ pending, overlapping }: JudgedMove): SlotToMove['overlapping'] {
  return [...pending.filter((it) => it.closes), ...overlapping]
}

/** Of a slot that is there already. */
export const noConsequences: Consequences = {
  assignment: 'none',
  movesAlong: { invites: 0, requests: 0 },
  closes: { invites: 0, requests: 0 },
}

/** What a move does, as the masjid is told: not what it closes at other masjids. */
export function consequencesOf(moved: JudgedMove): Consequences {
  const { masjidUid, confirmed, asksAgain, pending } = moved
  return {
    assignment: confirmed === null ? 'none' : assignmentAfter(asksAgain),
    movesAlong: countsOf(pending.filter((it) => !it.closes)),
    closes: countsOf(closingOf(moved).filter((it) => it.masjidUid === masjidUid)),
  }
}

type ConsequencesOfMoves = Omit<OutputOf<typeof moveSlots>, 'changed' | 'by'>

/** What a move of several slots does, as the masjid is told. */
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
