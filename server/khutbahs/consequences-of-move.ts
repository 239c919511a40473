import type { OutputOf } from '../../contract/endpoint.ts'
import type { moveSlot } from '../../contract/khutbahs.ts'
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

const assignmentAfter = (asksAgain: boolean) => (asksAgain ? 'asked_again' : 'stays_confirmed')

function countsOf(proposals: SlotToMove['pending'] | SlotToMove['overlapping']) {
  const requests = proposals.filter((it) => it.direction === 'request').length
  return { invites: proposals.length - requests, requests }
}
