import { t } from '@lingui/core/macro'
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'

interface ExpandableListProps<Item> {
  items: readonly Item[]
  /** How many items are shown at first. One more is shown if it is the last. */
  collapsedCount: number
  children: (shown: readonly Item[]) => ReactNode
}

/** Shows the first items of a list that is already loaded, and a button that shows all items. */
export function ExpandableList<Item>({ items, collapsedCount, children }: ExpandableListProps<Item>) {
  const [isExpanded, setIsExpanded] = useState(false)
  const count = items.length
  // If only one item is hidden, the button would take as much room as the item.
  const isLong = count > collapsedCount + 1
  return (
    <>
      {children(isExpanded || !isLong ? items : items.slice(0, collapsedCount))}
      {isLong && (
        <div className="mt-3">
          <Button variant="quiet" wide aria-expanded={isExpanded} onClick={() => setIsExpanded(!isExpanded)}>
            {isExpanded ? t`Show Fewer` : t`Show All ${count}`}
          </Button>
        </div>
      )}
    </>
  )
}
