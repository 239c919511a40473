/** What a user presses. */
export const controls =
  'a[href], button, input, select, textarea, label, summary, [role="button"], [tabindex="0"]'

/** Milliseconds within which a press was aimed at what had been there: the fastest that people react to what they see is 0.2 s. */
const reactionTime = 400

/** Changes the screen. A press shortly afterwards counts only if its target was there before, at the same place. */
export function guardPresses(change: () => void): void {
  const before = new Map(Array.from(document.querySelectorAll(controls), (it) => [it, placeOf(it)]))
  change()
  const onClick = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target.closest(controls) : null
    // A press of a key has no place, and its target is the focused element.
    if (target === null || event.detail === 0 || before.get(target) === placeOf(target)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const guarding = new AbortController()
  document.addEventListener('click', onClick, { capture: true, signal: guarding.signal })
  setTimeout(() => guarding.abort(), reactionTime)
}

function placeOf(element: Element): string {
  const { x, y, width, height } = element.getBoundingClientRect()
  return [x, y, width, height].map(Math.round).join()
}
