import { formatMilliseconds, median, type ReportMeasurement } from './report.ts'

interface MeasuredLists {
  readonly what: string
  /** The durations of the product's lists and of the floor's lists, in milliseconds. */
  readonly times: readonly number[]
  readonly floorTimes: readonly number[]
  /** The lists that were compared, and the programs with whose lists they were compared. */
  readonly comparedCount: number
  readonly comparedWith: string
  /** The number of lists that differ. */
  readonly differences: number
}

/** Reports the speed of lists as a part of the floor's speed, and the number of wrong lists. */
export function reportLists(report: ReportMeasurement, lists: MeasuredLists): void {
  const { what, times, floorTimes, comparedCount, comparedWith, differences } = lists
  report({
    what,
    measured: formatMilliseconds(median(times)),
    comparison: `floor ${formatMilliseconds(median(floorTimes))}`,
    result: median(floorTimes) / median(times),
    unit: '×',
    bound: { atLeast: 0.6 },
  })
  report({
    what: `${what}, differences`,
    measured: `${comparedCount} lists`,
    comparison: comparedWith,
    result: differences,
    unit: '',
    bound: { atMost: 0 },
  })
}
