import { type RefObject, useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { isPanelOpen } from './open-panel.ts'

/** The id in a screen's address (`?row={id}`) of the proposal or slot that a letter is about; null without one. */
export function targetRowId(search: string): string | null {
  return new URLSearchParams(search).get('row')
}

/** As many items as a list may load at once: the row may be behind the first ones. */
const lengthWithRow = 100

/** The initial lengths of a screen's lists: longer ones if the address names a row. */
export function initialListLimits<Lists extends Record<string, number>>(search: string, first: Lists): Lists {
  if (targetRowId(search) === null) return first
  return Object.assign({ ...first }, ...Object.keys(first).map((list) => ({ [list]: lengthWithRow })))
}

/** The history entry whose row has had the focus, and the id of the row. Afterwards, a refresh or Back must not move the focus again. */
let focused: { readonly key: string; readonly id: string } | undefined

/** Focuses the row with this id, once, if the screen's address names it. Returns the props of the row. */
export function useTargetRow<Row extends HTMLElement>(
  id: string,
): { ref: RefObject<Row | null>; isLit: boolean } {
  const ref = useRef<Row>(null)
  const { key, search } = useLocation()
  const isNew = useNavigationType() === NavigationType.Push
  const isLit = targetRowId(search) === id
  useEffect(() => {
    // An open panel has the focus.
    if (!isLit || isPanelOpen(search)) return
    const wasFocused = focused?.key === key || (!isNew && focused?.id === id)
    focused = { key, id }
    if (wasFocused) return
    ref.current?.scrollIntoView({ block: 'center' })
    ref.current?.focus({ preventScroll: true })
  }, [isLit, isNew, key, id, search])
  return { ref, isLit }
}
