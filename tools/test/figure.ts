import type { TaskMeta } from 'vitest'

/** A measurement of a long test, and its bound. */
export interface Figure {
  readonly name: string
  readonly measured: number
  readonly unit: string
  readonly atMost?: number
  readonly atLeast?: number
}

declare module 'vitest' {
  export interface TaskMeta {
    figures?: Figure[]
  }
}

/** Attaches a figure to the running test (`context.task`). The run prints all figures with their bounds. */
export function noteFigure(task: { readonly meta: TaskMeta }, figure: Figure): void {
  task.meta.figures = [...(task.meta.figures ?? []), figure]
}
