import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { useEntryState } from './use-entry-state.ts'

interface ExpandableListProps<Item> {
  /** Identifies the list among the lists of its screen. */
  name: string
  items: readonly Item[]
  /** How many items are shown at first. If only one more item would be hidden, it is shown, too. */
  collapsedCount: number
  children: (shown: readonly Item[]) => ReactNode
}

/** Shows the first items of a list that is already loaded, and a button that shows all items. Back restores the choice. */
export function ExpandableList<Item>({ name, items, collapsedCount, children }: ExpandableListProps<Item>) {
  const [isExpanded, setIsExpanded] = useEntryState(name, () => false)
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
