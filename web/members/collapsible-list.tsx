import { t } from '@lingui/core/macro'
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'

interface FirstFewProps<Item> {
  items: readonly Item[]
  /** How many are shown at first. */
  few: number
  children: (shown: readonly Item[]) => ReactNode
}

/**
 * The first few of a list that is there as a whole, so that what stands below it stays within reach; then all of them. A
 * list that only grows when it is read on is `useShowMoreLists`'s.
 */
export function CollapsibleList<Item>({ items, few, children }: FirstFewProps<Item>) {
  const [isAll, setIsAll] = useState(false)
  const count = items.length
  // A button in place of the last one would save nothing.
  const isLong = count > few + 1
  return (
    <>
      {children(isAll || !isLong ? items : items.slice(0, few))}
      {isLong && (
        <div className="mt-3">
          <Button variant="quiet" wide aria-expanded={isAll} onClick={() => setIsAll(!isAll)}>
            {isAll ? t`Show fewer` : t`Show all ${count}`}
          </Button>
        </div>
      )}
    </>
  )
}
