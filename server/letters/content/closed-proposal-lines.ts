import type { Direction } from '../../../domain/proposals/proposal.ts'
import { type Line, line } from './message.ts'
import type { ClosedProposalInLetter } from './news-props.ts'
import { dateAndTime } from './slot-facts.ts'

/** Maximum number of closed proposals that a letter lists. */
const maxListedProposals = 12

/** Like `closedProposalLines`, for a letter to a khateeb about proposals that a move closed. */
export function closedByMoveLines(closed: readonly ClosedProposalInLetter[]): readonly Line[] {
  return closedProposalLines(closed, {
    invite: (name, when) => line`The invite from ${name} for ${when} was closed, because the hours overlap.`,
    request: (name, when) => line`Your request to ${name} for ${when} was closed, because the hours overlap.`,
  })
}

/**
 * Writes a sentence for each proposal that was closed because a slot was filled or moved. For the proposals above `maxListedProposals`, one
 * last sentence has their number.
 * @param sentences write the sentence about an invite or a request, from the name of the other side and the slot's date and time
 */
export function closedProposalLines(
  closed: readonly ClosedProposalInLetter[],
  sentences: Readonly<Record<Direction, (otherSide: string, when: Line) => Line>>,
): readonly Line[] {
  const named = closed
    .slice(0, maxListedProposals)
    .map(({ direction, otherSide, ...slot }) => sentences[direction](otherSide, dateAndTime(slot)))
  const omitted = closed.length - named.length
  return omitted > 0
    ? [...named, line`${omitted} more were closed, too: your dashboard shows what is still open.`]
    : named
}
