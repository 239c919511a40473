import { type RefObject, useEffect, useRef } from 'react'

interface FocusFirstNewItem {
  /** Call before loading the next page. */
  readonly expect: () => void
  /** Call if it failed to load. */
  readonly giveUp: () => void
}

/**
 * Focuses the first new item of a list when its next page is loaded, since the Show more button, which had the focus, may be gone.
 * `count` is the number of items in the list.
 */
export function useFocusFirstNewItem(list: RefObject<HTMLElement | null>, count: number): FocusFirstNewItem {
  const firstNew = useRef<number>(undefined)
  useEffect(() => {
    if (firstNew.current === undefined || count <= firstNew.current) return
    focusItem(list.current?.children[firstNew.current])
    firstNew.current = undefined
  }, [list, count])
  return {
    expect: () => {
      firstNew.current = count
    },
    giveUp: () => {
      firstNew.current = undefined
    },
  }
}

/** Focuses the link in the item's heading, or the item itself if it has none. */
function focusItem(item: Element | undefined): void {
  const link = item?.querySelector<HTMLElement>('h2 a, h3 a')
  if (link) return link.focus()
  if (!(item instanceof HTMLElement)) return undefined
  item.tabIndex = -1
  return item.focus()
}
