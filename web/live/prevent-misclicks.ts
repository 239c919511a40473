/** What a user presses. */
export const controlSelector =
  'a[href], button, input, select, textarea, label, summary, [role="button"], [tabindex="0"]'

/** Milliseconds within which a press was aimed at what had been there: the fastest that people react to what they see is 0.2 s. */
const reactionTime = 400

/**
 * Makes a change to the screen. For 0.4 s after it, ignores presses on controls that are new or have moved. Stops ignoring them after the
 * first press that counts, because that press may have opened new controls.
 */
export function preventMisclicks(change: () => void): void {
  const before = new Map(Array.from(document.querySelectorAll(controlSelector), (it) => [it, placeOf(it)]))
  change()
  const guarding = new AbortController()
  const onClick = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target.closest(controlSelector) : null
    if (target === null) return
    // A press of a key has no place, and its target is the focused element.
    if (event.detail === 0 || isAt(target, before.get(target))) return guarding.abort()
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  document.addEventListener('click', onClick, { capture: true, signal: guarding.signal })
  setTimeout(() => guarding.abort(), reactionTime)
}

/** Where an element is in the window and in the document, as texts to compare. */
interface Place {
  readonly inWindow: string
  readonly inDocument: string
}

function placeOf(element: Element): Place {
  const { x, y, width, height } = element.getBoundingClientRect()
  const place = (left: number, top: number) => [left, top, width, height].map(Math.round).join()
  return { inWindow: place(x, y), inDocument: place(x + scrollX, y + scrollY) }
}

/** Whether an element stands where it was. If the user has scrolled since, it is at the same place of the document only. */
function isAt(element: Element, before: Place | undefined): boolean {
  const { inWindow, inDocument } = placeOf(element)
  return inWindow === before?.inWindow || inDocument === before?.inDocument
}
