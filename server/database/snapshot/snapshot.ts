import type { SnapshotTable } from './tables.ts'

/** Where the sequence of a column stands. */
export interface SequencePosition {
  readonly table: string
  readonly column: string
  /** bigint, so a string. */
  readonly last: string
  /** Whether `last` was given out. */
  readonly isCalled: boolean
}

/** What is known of a snapshot before its rows. */
export interface SnapshotHead {
  /** The last migration of its schema. */
  readonly schema: string
  /** The version of the PostgreSQL that it was read from, for example 18.4. */
  readonly postgres: string
  /** It holds everything that was committed by then, by the clock of its database; ISO 8601. */
  readonly takenAt: string
  /** In the order in which their rows can be inserted. */
  readonly tables: readonly SnapshotTable[]
  readonly sequences: readonly SequencePosition[]
}
