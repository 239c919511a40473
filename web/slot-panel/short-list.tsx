import type { ReactNode } from 'react'
import { Expandable } from '../members/expandable.tsx'

/** How many items are shown at first. */
const collapsedCount = 3

interface ShortListProps<Item> {
  items: readonly Item[]
  keyOf: (item: Item) => string
  children: (item: Item) => ReactNode
}

/** A list in the slot's panel, of which the user can show the rest. */
export function ShortList<Item>({ items, keyOf, children }: ShortListProps<Item>) {
  return (
    <Expandable items={items} collapsedCount={collapsedCount}>
      {(shown) => (
        <ul className="divide-y divide-line border-y border-line">
          {shown.map((it) => (
            <li key={keyOf(it)} className="py-3">
              {children(it)}
            </li>
          ))}
        </ul>
      )}
    </Expandable>
  )
}
