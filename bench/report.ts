import { table } from '../tools/terminal/table.ts'

/** One line of the benchmark: what was measured, what beside it, and what of that is bounded. */
export interface ReportLine {
  readonly what: string
  readonly measured: string
  /** The floor or the other size that it stands beside. */
  readonly beside: string
  readonly result: number
  readonly unit: '×' | 's' | 'kB' | 'MB' | ''
  readonly bound: { readonly atLeast: number } | { readonly atMost: number }
}

/** The middle of some numbers; of an even count, the mean of the middle two. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const upper = sorted[Math.floor(middle)] ?? Number.NaN
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + upper) / 2 : upper
}

/** The lines as one table, each with its bound and whether it keeps it. */
export function report(lines: readonly ReportLine[]): string {
  return table(
    ['what', 'measured', 'beside', 'result', 'bound', ''],
    lines.map((it) => [it.what, it.measured, it.beside, shown(it.result, it), boundOf(it), verdict(it)]),
  )
}

function boundOf(line: ReportLine): string {
  const { bound } = line
  return 'atLeast' in bound ? `≥ ${shown(bound.atLeast, line)}` : `≤ ${shown(bound.atMost, line)}`
}

function verdict({ bound, result }: ReportLine): string {
  if (Number.isNaN(result)) return 'UNKNOWN'
  return ('atLeast' in bound ? result >= bound.atLeast : result <= bound.atMost) ? 'met' : 'MISSED'
}

function shown(value: number, { unit }: ReportLine): string {
  const digits = unit === 'kB' ? 1 : unit === 'MB' || unit === '' || value >= 100 ? 0 : 2
  return `${value.toFixed(digits)}${unit === '×' || unit === '' ? unit : ` ${unit}`}`
}
