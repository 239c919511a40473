import type { TaskMeta } from 'vitest'
import type { Bound } from '../terminal/bound.ts'

/** A figure that a long test measures, and its bound. */
export type Measurement = Bound & {
  readonly name: string
  readonly measured: number
  readonly unit: string
}

declare module 'vitest' {
  export interface TaskMeta {
    figures?: Measurement[]
  }
}

/**
 * Attaches a figure to the running test (`context.task`). Rounds it to three digits, unless it is a whole number. The test run prints all
 * figures with their bounds, and fails if one misses its bound.
 */
export function recordMeasurement({ meta }: { readonly meta: TaskMeta }, figure: Measurement): void {
  const { measured: exact } = figure
  const measured = Number.isInteger(exact) ? exact : Number(exact.toPrecision(3))
  meta.figures = [...(meta.figures ?? []), { ...figure, measured }]
}
