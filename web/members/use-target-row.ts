import { type RefObject, useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { isPanelOpen } from './slot-panel-parameter.ts'

/** Returns the id in `?row={id}` of a screen's address: the proposal or slot of the letter whose link was opened. Null if there is none. */
export function targetRowId(search: string): string | null {
  return new URLSearchParams(search).get('row')
}

/**
 * The number of items that a list loads at first if the address has the id of a row, because the row may be far down. This is the largest
 * page that the server returns.
 */
const lengthWithRow = 100

/** Returns the minimum lengths of a screen's lists: `first`, or greater lengths if the address has the id of a row. */
export function minListLengths<Lists extends Record<string, number>>(search: string, first: Lists): Lists {
  if (targetRowId(search) === null) return first
  return Object.assign({ ...first }, ...Object.keys(first).map((list) => ({ [list]: lengthWithRow })))
}

/** The row that last got the focus (`id`), and its history entry (`key`). A refresh or Back must not move the focus to this row again. */
let lastFocusedRow: { readonly key: string; readonly id: string } | undefined

/** Focuses the row with this id once, if the screen's address has the id. Returns the props of the row. */
export function useTargetRow<Row extends HTMLElement>(
  id: string,
): { ref: RefObject<Row | null>; isLit: boolean } {
  const ref = useRef<Row>(null)
  const { key, search } = useLocation()
  // Also true after a link to the current address, which replaces the history entry. The row then gets the focus again.
  const isNew = useNavigationType() !== NavigationType.Pop
  const isLit = targetRowId(search) === id
  useEffect(() => {
    // Doesn't take the focus from an open panel.
    if (!isLit || isPanelOpen(search)) return
    const wasFocused = lastFocusedRow?.key === key || (!isNew && lastFocusedRow?.id === id)
    lastFocusedRow = { key, id }
    if (wasFocused) return
    ref.current?.scrollIntoView({ block: 'center' })
    ref.current?.focus({ preventScroll: true })
  }, [isLit, isNew, key, id, search])
  return { ref, isLit }
}
