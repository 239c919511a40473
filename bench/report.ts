import { type Bound, formatBound, verdict } from '../tools/terminal/bound.ts'
import { formatTable } from '../tools/terminal/table.ts'

/** A figure of the benchmark. `result` must be within `bound`. */
export interface ReportLine {
  readonly what: string
  readonly measured: string
  /** The figure to compare with, for example that of the floor (the baseline) or of a smaller database. */
  readonly comparison: string
  readonly result: number
  readonly unit: '×' | 'ms' | 's' | 'kB' | 'MB' | '%' | ''
  readonly bound: Bound
}

/** A function that prints a figure as soon as it is measured. */
export type ReportMeasurement = (line: ReportLine) => void

/** Returns the median. For an even count, returns the mean of the middle two. NaN for an empty list. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const upper = sorted[Math.floor(middle)] ?? Number.NaN
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + upper) / 2 : upper
}

/**
 * Returns the three quartiles: the medians of the lower half, of all numbers, and of the upper half. NaN for an empty list. Throws if a
 * number is NaN, which cannot be sorted: the ratio of a round in which neither side responded.
 */
export function quartiles(numbers: readonly number[]): [lower: number, median: number, upper: number] {
  if (numbers.some(Number.isNaN)) {
    throw new Error('A round got no response at all: run the benchmark while the machine is less busy.')
  }
  const sorted = numbers.toSorted((a, b) => a - b)
  const half = Math.ceil(sorted.length / 2)
  return [median(sorted.slice(0, half)), median(sorted), median(sorted.slice(-half))]
}

/** Formats a time in milliseconds, with its unit. */
export function formatMilliseconds(time: number): string {
  return `${time.toFixed(2)} ms`
}

/** Formats the lines as a table, each with its bound and whether the bound is met. */
export function reportTable(lines: readonly ReportLine[]): string {
  return formatTable(['what', 'measured', 'comparison', 'result', 'bound', ''], lines.map(cellsOf))
}

/** Returns the cells of a line: its figures, its bound, and whether the bound is met. */
export function cellsOf(line: ReportLine): string[] {
  const { what, measured, comparison, result, bound } = line
  const format = (value: number) => formatResult(value, line)
  return [what, measured, comparison, format(result), formatBound(bound, format), verdict(result, bound)]
}

function formatResult(value: number, { unit }: ReportLine): string {
  const digits = unit === 'kB' ? 1 : unit === 'MB' || unit === '' || value >= 100 ? 0 : 2
  return `${value.toFixed(digits)}${unit === '×' || unit === '' ? unit : ` ${unit}`}`
}
