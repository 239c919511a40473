import type { Direction } from '../../../domain/proposals/proposal.ts'
import type { ClosedProposalInLetter } from './letter.ts'
import { type Line, line } from './message.ts'
import { dateAndTime } from './slot-facts.ts'

/** How many closed proposals a letter names. */
const maxNamed = 12

/**
 * A sentence for each proposal that closed because a slot was filled.
 * @param sentences make the sentence from the name of the other side and the slot's date and time
 */
export function closedProposalLines(
  closed: readonly ClosedProposalInLetter[],
  sentences: Readonly<Record<Direction, (otherSide: string, when: Line) => Line>>,
): readonly Line[] {
  const named = closed
    .slice(0, maxNamed)
    .map(({ direction, otherSide, ...slot }) => sentences[direction](otherSide, dateAndTime(slot)))
  const omitted = closed.length - named.length
  return omitted > 0
    ? [...named, line`${omitted} more were closed, too: your dashboard shows what is still open.`]
    : named
}
