/** Selects elements that can have their own heading. In a cell of a grid, the button counts as its heading. */
const groupSelector = 'td, li, article, section, main, [role$=dialog]'
const headingSelector = 'h1, h2, h3, td button'

export interface RememberedFocus {
  readonly isRemoved: () => boolean
  /** Focuses the element or, if it was removed, the heading of the nearest remaining group around it. False if there is no heading. */
  readonly restore: () => boolean
}

/** Remembers a focused element and its ancestors, because the ancestors can't be found after the element was removed. */
export function rememberFocus(element: HTMLElement): RememberedFocus {
  const ancestors = groupsAround(element)
  const heading = () =>
    ancestors
      .filter((group) => group.isConnected)
      .map((group) => group.querySelector<HTMLElement>(headingSelector))
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
  const group = element.closest(groupSelector)
  return group === null
    ? []
    : [group, ...(group.parentElement === null ? [] : groupsAround(group.parentElement))]
}
