import type { ReactNode } from 'react'
import { ExpandableList } from '../members/expandable-list.tsx'

/** How many items are shown at first. If only one more item would be hidden, it is shown, too. */
const collapsedCount = 3

interface ShortListProps<Item> {
  /** Identifies the list among the lists of its screen. */
  name: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  children: (item: Item) => ReactNode
}

/** A list in the slot's panel: the first items and, if there are more, a button that shows all. */
export function ShortList<Item>({ name, items, keyOf, children }: ShortListProps<Item>) {
  return (
    <ExpandableList name={name} items={items} collapsedCount={collapsedCount}>
      {(shown) => (
        <ul className="divide-y divide-line border-y border-line">
          {shown.map((it) => (
            <li key={keyOf(it)} className="py-3">
              {children(it)}
            </li>
          ))}
        </ul>
      )}
    </ExpandableList>
  )
}
