/** What a user presses. */
export const controlSelector =
  'a[href], button, input, select, textarea, label, summary, [role="button"], [tabindex="0"]'

/** Milliseconds within which a press was aimed at what had been there: the fastest that people react to what they see is 0.2 s. */
const reactionTime = 400

/**
 * Changes the screen. The first press shortly afterwards counts only if its target was there before, at the same place. The presses
 * after one that counts always count, because it may have opened what they are aimed at.
 */
export function preventMisclicks(change: () => void): void {
  const before = new Map(Array.from(document.querySelectorAll(controlSelector), (it) => [it, placeOf(it)]))
  change()
  const guarding = new AbortController()
  const onClick = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target.closest(controlSelector) : null
    if (target === null) return
    // A press of a key has no place, and its target is the focused element.
    if (event.detail === 0 || before.get(target) === placeOf(target)) return guarding.abort()
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  document.addEventListener('click', onClick, { capture: true, signal: guarding.signal })
  setTimeout(() => guarding.abort(), reactionTime)
}

function placeOf(element: Element): string {
  const { x, y, width, height } = element.getBoundingClientRect()
  return [x, y, width, height].map(Math.round).join()
}
