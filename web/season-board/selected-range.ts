import type { PostedSlot } from '../proposals/posted-slots.ts'

/** A board's slots, by row and column. */
type Cells = readonly (readonly (readonly Pick<PostedSlot, 'slotId' | 'begun'>[])[])[]

/** Returns the ids of the slots in the rectangle between two slots of a board, as in a spreadsheet. Omits slots that have begun. */
export function slotIdsBetween(cells: Cells, from: string, to: string): string[] {
  const [start, end] = [placeOf(cells, from), placeOf(cells, to)]
  if (start === undefined || end === undefined) return []
  return cells
    .filter((_, row) => isBetween(row, start.row, end.row))
    .flatMap((columns) => columns.filter((__, column) => isBetween(column, start.column, end.column)).flat())
    .filter(({ begun }) => !begun)
    .map(({ slotId }) => slotId)
}

function placeOf(cells: Cells, id: string) {
  for (const [row, columns] of cells.entries()) {
    const column = columns.findIndex((slots) => slots.some(({ slotId }) => slotId === id))
    if (column !== -1) return { row, column }
  }
  return undefined
}

function isBetween(at: number, one: number, other: number): boolean {
  return at >= Math.min(one, other) && at <= Math.max(one, other)
}
