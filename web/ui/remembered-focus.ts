/** Elements that can have a heading of their own. A cell of a grid has a button instead. */
const groups = 'td, li, article, section, main'
const headings = 'h1, h2, h3, td button'

export interface RememberedFocus {
  /** Whether the element has been removed from the document. */
  readonly isRemoved: () => boolean
  /** Focuses the element; if it was removed, the nearest remaining heading above it. Returns false if none remains. */
  readonly restore: () => boolean
}

/** Remembers a focused element and its ancestors, which can't be found any more once the element is removed. */
export function rememberFocus(element: HTMLElement): RememberedFocus {
  const ancestors = groupsAround(element)
  const heading = () =>
    ancestors
      .filter((group) => group.isConnected)
      .map((group) => group.querySelector<HTMLElement>(headings))
      .find((it) => it !== null)
  return {
    isRemoved: () => !element.isConnected,
    restore: () => {
      const target = element.isConnected ? element : heading()
      if (target === undefined) return false
      if (target !== element && !target.hasAttribute('tabindex')) target.setAttribute('tabindex', '-1')
      target.focus({ preventScroll: target !== element })
      return true
    },
  }
}

function groupsAround(element: Element): Element[] {
  const group = element.closest(groups)
  return group === null
    ? []
    : [group, ...(group.parentElement === null ? [] : groupsAround(group.parentElement))]
}
