import { type ReactNode, useId } from 'react'
import { List, Row } from '../ui/list.tsx'
import { FirstFew } from './first-few.tsx'
import type { SlotName } from './slot-choice.ts'
import { SlotInWords } from './slot-in-words.tsx'

/** What the four lists of proposals have in common. */
interface Proposal extends SlotName {
  readonly requestId: string
}

interface ProposalRowsProps<Item extends Proposal> {
  proposals: readonly Item[]
  /** What is said when there are none. */
  empty: string
  /** Who is on the other side. */
  who: (proposal: Item) => ReactNode
  /** Its buttons; `describedBy` is the id of the text that says which proposal it is. */
  actions: (proposal: Item, describedBy: string) => ReactNode
}

/** A list of pending proposals, soonest slot first: from or to whom, for when, and what can be done. */
export function ProposalRows<Item extends Proposal>({
  proposals,
  empty,
  who,
  actions,
}: ProposalRowsProps<Item>) {
  const id = useId()
  if (proposals.length === 0) return <p className="text-muted">{empty}</p>
  return (
    <FirstFew items={proposals} few={5}>
      {(shown) => (
        <List>
          {shown.map((proposal) => {
            const rowId = `${id}-${proposal.requestId}`
            return (
              <Row
                key={proposal.requestId}
                title={<span id={rowId}>{who(proposal)}</span>}
                detail={<SlotInWords date={proposal.khutbahDate} time={proposal.khutbahTime} />}
                actions={actions(proposal, rowId)}
              />
            )
          })}
        </List>
      )}
    </FirstFew>
  )
}
