import { type RefObject, useEffect } from 'react'
import { dialogSelector } from './open-dialogs.ts'

/** The width of the focus outline around an element, in pixels. */
const outlineWidth = 5

/**
 * Moves the toasts to the other edge of the window if they would cover the focused element (WCAG 2.2, “Focus Not Obscured”). If they would
 * cover it at both edges, they become a scrolling list in the larger space above or below the element.
 */
export function useToastPlace(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = area.current
    if (element === null) return undefined
    const place = () => placeToasts(element)
    const listeners = new AbortController()
    const { signal } = listeners
    // Runs before a new toast is painted.
    const observer = new MutationObserver(place)
    observer.observe(element, { childList: true, subtree: true })
    // Waits for the next frame, because the browser scrolls to the focused element after the event.
    document.addEventListener('focusin', () => requestAnimationFrame(place), { signal })
    window.addEventListener('resize', place, { signal })
    return () => {
      observer.disconnect()
      listeners.abort()
    }
  }, [area])
}

function placeToasts(area: HTMLElement): void {
  // Moves no toasts while an element in them is pressed, because a button that moves while it is pressed gets no click.
  if (area.querySelector(':active') !== null) return undefined
  area.removeAttribute('data-crowded')
  const stack = area.querySelector('.Toastify__toast-container')
  const toast = stack?.firstElementChild
  if (!stack || !toast) return area.removeAttribute('data-moved')
  const focused = document.activeElement
  if (focused === null || focused === document.body || area.contains(focused)) return undefined
  const target = focused.getBoundingClientRect()
  // Ignores a large element, such as a whole screen or section, because toasts can't hide all of it.
  if (target.height > window.innerHeight / 2) return undefined

  const isCovered = () => {
    const { top, bottom } = stack.getBoundingClientRect()
    const { left, right } = toast.getBoundingClientRect()
    return (
      top < target.bottom + outlineWidth &&
      bottom > target.top - outlineWidth &&
      left < target.right + outlineWidth &&
      right > target.left - outlineWidth
    )
  }
  /** Returns the height of the space between the focused element and the edge at which the toasts are. */
  const room = () => {
    const { top, bottom } = stack.getBoundingClientRect()
    const isAtTop = area.hasAttribute('data-moved') !== (document.querySelector(dialogSelector) !== null)
    return isAtTop ? target.top - outlineWidth - top : bottom - target.bottom - outlineWidth
  }

  if (!isCovered()) return undefined
  const roomBefore = room()
  area.toggleAttribute('data-moved')
  if (!isCovered()) return undefined
  if (room() < roomBefore) area.toggleAttribute('data-moved')
  area.style.setProperty('--toast-room', `${Math.max(room(), toast.clientHeight)}px`)
  area.setAttribute('data-crowded', '')
  // Scrolls to the newest toast, which is the last.
  stack.scrollTop = stack.scrollHeight
  return undefined
}
