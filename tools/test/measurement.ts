import type { TaskMeta } from 'vitest'

/** A measurement of a long test, and its bound. */
export interface Measurement {
  readonly name: string
  readonly measured: number
  readonly unit: string
  readonly atMost?: number
  readonly atLeast?: number
}

declare module 'vitest' {
  export interface TaskMeta {
    figures?: Measurement[]
  }
}

/**
 * Attaches a figure to the running test (`context.task`), rounded to three digits unless it is a whole number. The run prints
 * all figures with their bounds.
 */
export function recordMeasurement({ meta }: { readonly meta: TaskMeta }, figure: Measurement): void {
  const { measured: exact } = figure
  const measured = Number.isInteger(exact) ? exact : Number(exact.toPrecision(3))
  meta.figures = [...(meta.figures ?? []), { ...figure, measured }]
}
