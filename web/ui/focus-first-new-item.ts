import { type RefObject, useEffect, useRef } from 'react'

interface FocusOnFirstNew {
  /** To be called when more is asked for. */
  readonly expect: () => void
  /** To be called when it could not be had. */
  readonly giveUp: () => void
}

/**
 * For a list that grows by pages: the button under it may go with the last of them, so the first of the new ones takes
 * the focus. `count` is how many the list has.
 */
export function useFocusFirstNewItem(list: RefObject<HTMLElement | null>, count: number): FocusOnFirstNew {
  const firstNew = useRef<number>(undefined)
  useEffect(() => {
    if (firstNew.current === undefined || count <= firstNew.current) return
    focusOn(list.current?.children[firstNew.current])
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

/** On the link that names it, else on the whole of it. */
function focusOn(item: Element | undefined): void {
  const link = item?.querySelector<HTMLElement>('h2 a, h3 a')
  if (link) return link.focus()
  if (!(item instanceof HTMLElement)) return undefined
  item.tabIndex = -1
  return item.focus()
}
