import type { SnapshotTable } from './snapshot-tables.ts'

/** The current position of a column's sequence. */
export interface SequencePosition {
  readonly table: string
  readonly column: string
  /** bigint, so a string. */
  readonly last: string
  /** Whether `last` was already used, as in PostgreSQL's `is_called`. */
  readonly isCalled: boolean
}

/** The metadata of a snapshot, which precedes its rows. */
export interface SnapshotHeader {
  /** The name of the last migration that was applied. */
  readonly schema: string
  /** The version of the PostgreSQL that was read, for example 18.4. */
  readonly postgres: string
  /** The snapshot contains everything that was committed by this instant of the database's clock; ISO 8601. */
  readonly takenAt: string
  /** In the order in which their rows can be inserted. */
  readonly tables: readonly SnapshotTable[]
  readonly sequences: readonly SequencePosition[]
}
