import { formatBound, isWithinBound, verdict } from '../terminal/bound.ts'
import { formatTable } from '../terminal/table.ts'
import type { Measurement } from './measurement.ts'
import type { PartResult } from './part-result.ts'

/** Returns the numbers of passed and failed tests in all parts. A run without tests counts as one failure. */
export function total(parts: readonly PartResult[]): { passed: number; failed: number } {
  const passed = parts.reduce((sum, part) => sum + part.passed, 0)
  const failed = parts.reduce((sum, part) => sum + part.failed, 0)
  return { passed, failed: passed + failed === 0 ? 1 : failed }
}

/** Returns the number of figures that miss their bound. */
export function countMissedBounds(figures: readonly Measurement[]): number {
  return figures.filter((it) => !isWithinBound(it.measured, it)).length
}

/** The results of a test run. The checks run at the same time as the other parts. */
interface Run {
  readonly checks: readonly PartResult[]
  readonly others: readonly PartResult[]
  readonly figures: readonly Measurement[]
  /** The elapsed time of the whole run. */
  readonly seconds: number
}

/**
 * Returns the text at the end of a test run: a table of its parts, the elapsed minutes, the measured figures, the tests that this machine
 * skipped, and the totals.
 */
export function summary({ checks, others, figures, seconds }: Run): string {
  const parts = [...checks, ...others]
  const { passed, failed } = total(parts)
  const rows = parts.map((it) => [it.name, String(it.passed), String(it.failed), it.seconds.toFixed(1)])
  const times = formatTable(['part', 'passed', 'failed', 'seconds'], rows)
  const measured = formatTable(['figure', 'measured', 'bound', ''], figures.map(cellsOf))
  const skipped = parts.flatMap((it) => it.skipped)
  return [
    times,
    `${(seconds / 60).toFixed(1)} minutes in total: ${listOf(checks)} ran beside ${listOf(others)}.`,
    ...(figures.length > 0 ? [measured] : []),
    ...(skipped.length > 0 ? [`Skipped on this machine:\n${skipped.join('\n')}`] : []),
    `${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`,
  ].join('\n\n')
}

/** Returns the names of the parts that ran, as a list in words. */
function listOf(parts: readonly PartResult[]): string {
  return new Intl.ListFormat('en').format(parts.filter((it) => it.seconds > 0).map((it) => it.name))
}

/** Formats a figure with its bound in one line. */
export function formatMeasurement(figure: Measurement): string {
  const [name, ...rest] = cellsOf(figure)
  return `${name}: ${rest.join(', ')}`
}

function cellsOf(figure: Measurement): [name: string, measured: string, bound: string, verdict: string] {
  const { name, measured, unit } = figure
  const format = (value: number) => `${value} ${unit}`.trim()
  return [name, format(measured), formatBound(figure, format), verdict(measured, figure)]
}
