/** The attribute of the buttons that the arrow keys reach on a board. Its value is the button's column. */
export const cellAttribute = 'data-column'

const cellsIn = (row: Element) => [...row.querySelectorAll<HTMLElement>(`[${cellAttribute}]`)]
const columnOf = (cell: HTMLElement) => Number(cell.getAttribute(cellAttribute))

/**
 * Returns the cell to focus after a key press, as in a spreadsheet. Undefined if the key does nothing. Left, right, Home and End stay in
 * the row. Up and down go to the next row, to the cell of the closest column. Ctrl+Home and Ctrl+End go to the first and the last slot of
 * the board. The column headers are a row above the slots.
 */
export function cellAfterKey(
  board: Element,
  cell: HTMLElement,
  { key, ctrlKey }: { readonly key: string; readonly ctrlKey: boolean },
): HTMLElement | undefined {
  const rows = [...board.querySelectorAll('tr')].map(cellsIn).filter((row) => row.length > 0)
  const at = rows.findIndex((row) => row.includes(cell))
  const row = rows[at] ?? []
  const column = columnOf(cell)
  const closestIn = (other: readonly HTMLElement[] | undefined) =>
    other?.toSorted((a, b) => Math.abs(columnOf(a) - column) - Math.abs(columnOf(b) - column))[0]
  switch (key) {
    case 'ArrowLeft':
      return row[row.indexOf(cell) - 1]
    case 'ArrowRight':
      return row[row.indexOf(cell) + 1]
    case 'ArrowUp':
      return closestIn(rows[at - 1])
    case 'ArrowDown':
      return closestIn(rows[at + 1])
    case 'Home':
      return ctrlKey ? rows.find(([first]) => first?.closest('thead') === null)?.[0] : row[0]
    case 'End':
      return ctrlKey ? rows.at(-1)?.at(-1) : row.at(-1)
    default:
      return undefined
  }
}
