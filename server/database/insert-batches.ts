/** Rows that one statement inserts: PostgreSQL takes 65,535 values in it. */
const rowsAtMost = 1_000

/** Rows to insert, however many there are, in batches that a statement takes. */
export function inBatches<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / rowsAtMost) }, (_, index) =>
    rows.slice(index * rowsAtMost, (index + 1) * rowsAtMost),
  )
}
