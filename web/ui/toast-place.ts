import { type RefObject, useEffect } from 'react'
import { dialogSelector } from './toast-focus.ts'

/** Pixels that the outline of a focused element takes around it. */
const outline = 5

/**
 * Keeps the toasts off the focused element (WCAG 2.2, “Focus Not Obscured”). If they would cover it, they move to the other edge of
 * the window, and if they are too many for either, they scroll in the larger room beside it. Nothing else moves.
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
    // The browser scrolls to the focused element after the event.
    document.addEventListener('focusin', () => requestAnimationFrame(place), { signal })
    window.addEventListener('resize', place, { signal })
    return () => {
      observer.disconnect()
      listeners.abort()
    }
  }, [area])
}

function placeToasts(area: HTMLElement): void {
  // A button that moves while it is pressed gets no click.
  if (area.querySelector(':active') !== null) return undefined
  area.removeAttribute('data-crowded')
  const stack = area.querySelector('.Toastify__toast-container')
  const toast = stack?.firstElementChild
  if (!stack || !toast) return area.removeAttribute('data-moved')
  const focused = document.activeElement
  if (focused === null || focused === document.body || area.contains(focused)) return undefined
  const target = focused.getBoundingClientRect()
  // Of a whole screen or section, toasts can hide only a part.
  if (target.height > window.innerHeight / 2) return undefined

  const isCovered = () => {
    const { top, bottom } = stack.getBoundingClientRect()
    const { left, right } = toast.getBoundingClientRect()
    return (
      top < target.bottom + outline &&
      bottom > target.top - outline &&
      left < target.right + outline &&
      right > target.left - outline
    )
  }
  /** The height between the edge at which the toasts are and the focused element. */
  const room = () => {
    const { top, bottom } = stack.getBoundingClientRect()
    const isAtTop = area.hasAttribute('data-moved') !== (document.querySelector(dialogSelector) !== null)
    return isAtTop ? target.top - outline - top : bottom - target.bottom - outline
  }

  if (!isCovered()) return undefined
  const roomBefore = room()
  area.toggleAttribute('data-moved')
  if (!isCovered()) return undefined
  if (room() < roomBefore) area.toggleAttribute('data-moved')
  area.style.setProperty('--toast-room', `${Math.max(room(), toast.clientHeight)}px`)
  area.setAttribute('data-crowded', '')
  // The newest toast is the last.
  stack.scrollTop = stack.scrollHeight
  return undefined
}
