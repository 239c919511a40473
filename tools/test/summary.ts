import { table } from '../terminal/table.ts'
import type { Figure } from './figure.ts'
import type { Part } from './part.ts'

/** The numbers of passed and failed tests in all parts. A run without tests counts as one failure. */
export function total(parts: readonly Part[]): { passed: number; failed: number } {
  const passed = parts.reduce((sum, part) => sum + part.passed, 0)
  const failed = parts.reduce((sum, part) => sum + part.failed, 0)
  return { passed, failed: passed + failed === 0 ? 1 : failed }
}

/** The number of figures that miss their bound. */
export function missed(figures: readonly Figure[]): number {
  return figures.filter((it) => !meets(it)).length
}

/**
 * The text at the end of a run: a table of its parts, the figures, the tests that were skipped on this machine, and the
 * totals.
 */
export function summary(parts: readonly Part[], figures: readonly Figure[]): string {
  const { passed, failed } = total(parts)
  const times = table(
    ['part', 'passed', 'failed', 'seconds'],
    parts.map((it) => [it.name, String(it.passed), String(it.failed), it.seconds.toFixed(1)]),
  )
  const measured = table(['figure', 'measured', 'bound', ''], figures.map(cellsOf))
  const skipped = parts.flatMap((it) => it.skipped)
  return [
    times,
    ...(figures.length > 0 ? [measured] : []),
    ...(skipped.length > 0 ? [`Skipped on this machine:\n${skipped.join('\n')}`] : []),
    `${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`,
  ].join('\n\n')
}

/** Formats a figure with its bound, in one line. */
export function lineOf(figure: Figure): string {
  const [name, ...rest] = cellsOf(figure)
  return `${name}: ${rest.filter((it) => it !== '').join(', ')}`
}

function cellsOf(figure: Figure): [name: string, measured: string, bound: string, verdict: string] {
  const { name, measured, unit } = figure
  return [name, `${measured} ${unit}`.trim(), boundOf(figure), meets(figure) ? 'met' : 'MISSED']
}

function boundOf({ atMost, atLeast, unit }: Figure): string {
  if (atMost !== undefined) return `≤ ${atMost} ${unit}`
  return atLeast === undefined ? '' : `≥ ${atLeast} ${unit}`
}

function meets({ measured, atMost, atLeast }: Figure): boolean {
  return measured <= (atMost ?? Infinity) && measured >= (atLeast ?? -Infinity)
}
