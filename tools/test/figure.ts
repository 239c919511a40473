import type { TaskMeta } from 'vitest'

/** Something a long test measured, and the bound it should keep. */
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

/** Notes a figure on the running test (`context.task`); the run prints all of them beside their bounds. */
export function noteFigure(task: { readonly meta: TaskMeta }, figure: Figure): void {
  task.meta.figures = [...(task.meta.figures ?? []), figure]
}
