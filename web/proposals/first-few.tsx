import { t } from '@lingui/core/macro'
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'

interface FirstFewProps<Item> {
  items: readonly Item[]
  /** How many are shown at first. */
  few: number
  children: (shown: readonly Item[]) => ReactNode
}

/** The first few of a list that may be long, so that what stands below it stays within reach; then all of them. */
export function FirstFew<Item>({ items, few, children }: FirstFewProps<Item>) {
  const [isAll, setIsAll] = useState(false)
  const count = items.length
  return (
    <>
      {children(isAll ? items : items.slice(0, few))}
      {count > few && (
        <div className="mt-3">
          <Button variant="quiet" wide aria-expanded={isAll} onClick={() => setIsAll(!isAll)}>
            {isAll ? t`Show fewer` : t`Show all ${count}`}
          </Button>
        </div>
      )}
    </>
  )
}
