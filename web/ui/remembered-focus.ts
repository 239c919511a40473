/** What stands under a heading of its own. */
const groups = 'li, article, section, main'

/** Where somebody was who works by keyboard or ear. */
export interface RememberedFocus {
  readonly isGone: () => boolean
  /** Focuses what had the focus; where that is gone, the heading it stood under, from the innermost out; false when all is gone. */
  readonly goBack: () => boolean
}

/** Remembers an element that has the focus, and what it stands in: when it is gone that can't be found out any more. */
export function rememberFocus(element: HTMLElement): RememberedFocus {
  const around = groupsAround(element)
  const heading = () =>
    around
      .filter((group) => group.isConnected)
      .map((group) => group.querySelector<HTMLElement>('h1, h2, h3'))
      .find((it) => it !== null)
  return {
    isGone: () => !element.isConnected,
    goBack: () => {
      const nearest = element.isConnected ? element : heading()
      if (nearest === undefined) return false
      if (nearest !== element) nearest.setAttribute('tabindex', '-1')
      nearest.focus({ preventScroll: nearest !== element })
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
