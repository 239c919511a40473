import { t } from '@lingui/core/macro'
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'

interface CollapsibleListProps<Item> {
  items: readonly Item[]
  collapsedCount: number
  children: (shown: readonly Item[]) => ReactNode
}

/**
 * Shows the first `collapsedCount` items, with a button that shows all. For a fully loaded list; for one that loads more on demand
 * see `useShowMoreLists`.
 */
export function CollapsibleList<Item>({ items, collapsedCount, children }: CollapsibleListProps<Item>) {
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
            {isExpanded ? t`Show fewer` : t`Show all ${count}`}
          </Button>
        </div>
      )}
    </>
  )
}
