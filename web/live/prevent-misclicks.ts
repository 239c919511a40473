import { reactionTime } from '../ui/reaction-time.ts'

/** Selects the elements that a user can press. */
export const controlSelector =
  'a[href], button, input, select, textarea, label, summary, [role="button"], [tabindex="0"]'

/**
 * Makes a change to the screen. For `reactionTime` after the change, ignores presses on controls that are new or have moved. After the
 * first press that is not ignored, no press is ignored, because that press may have opened new controls.
 */
export function preventMisclicks(change: () => void): void {
  const before = new Map(Array.from(document.querySelectorAll(controlSelector), (it) => [it, placeOf(it)]))
  change()
  const guarding = new AbortController()
  const onClick = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target.closest(controlSelector) : null
    if (target === null) return
    // `detail` is 0 for a press of a key. Such a press is never ignored, because its target is the focused element.
    if (event.detail === 0 || isUnmoved(target, before.get(target))) return guarding.abort()
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  document.addEventListener('click', onClick, { capture: true, signal: guarding.signal })
  setTimeout(() => guarding.abort(), reactionTime)
}

/** The position and size of an element, in the window and in the document, as strings to compare. */
interface Place {
  readonly inWindow: string
  readonly inDocument: string
}

function placeOf(element: Element): Place {
  const { x, y, width, height } = element.getBoundingClientRect()
  const place = (left: number, top: number) => [left, top, width, height].map(Math.round).join()
  return { inWindow: place(x, y), inDocument: place(x + scrollX, y + scrollY) }
}

/** Whether an element is where it was: at the same place in the window or, if the user has scrolled since, in the document. */
function isUnmoved(element: Element, before: Place | undefined): boolean {
  const { inWindow, inDocument } = placeOf(element)
  return inWindow === before?.inWindow || inDocument === before?.inDocument
}
