/**
 * The maximum number of rows in one INSERT. PostgreSQL accepts at most 65,535 bound values in a statement, so a row may have at most 65
 * columns.
 */
const batchSize = 1_000

/** Splits rows into batches that each fit into one INSERT. */
export function splitIntoBatches<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / batchSize) }, (_, index) =>
    rows.slice(index * batchSize, (index + 1) * batchSize),
  )
}
