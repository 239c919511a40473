import { expect, test } from 'vitest'
import { type Measurement, recordMeasurement } from './measurement.ts'
import { countMissedBounds, formatMeasurement, summary, total } from './summary.ts'

const rules = { name: 'rules', passed: 12, failed: 0, skipped: [], seconds: 1.24 }
const journeys = { name: 'journeys', passed: 3, failed: 2, skipped: [], seconds: 101 }
const types = { name: 'types', passed: 1, failed: 0, skipped: [], seconds: 4.2 }
const lint = { name: 'lint', passed: 1, failed: 0, skipped: [], seconds: 2 }
const run = { checks: [], others: [rules], figures: [], seconds: 102 }

test('the summary of a test run has the time of each part, the total minutes, and a last line with the totals', () => {
  const notRun = { name: 'tests', passed: 0, failed: 0, skipped: [], seconds: 0 }
  const checks = [types, lint]
  expect(summary({ ...run, checks, others: [rules, journeys, notRun] }).split('\n')).toEqual([
    'part      passed  failed  seconds',
    'types          1       0      4.2',
    'lint           1       0      2.0',
    'rules         12       0      1.2',
    'journeys       3       2    101.0',
    'tests          0       0      0.0',
    '',
    '1.7 minutes in total: types and lint ran beside rules and journeys.',
    '',
    '17 passed, 2 failed',
  ])
})

test('the summary of a test run shows measured figures with their bounds, and marks missed bounds', () => {
  const figures = [
    { name: 'start', measured: 1.2, unit: 's', atMost: 1.5 },
    { name: 'nearby', measured: 0.7, unit: 'of the floor', atLeast: 0.8 },
    { name: 'tries', measured: 12, unit: 'times', atMost: 12 },
  ]
  const text = summary({ ...run, figures })
  expect(countMissedBounds(figures)).toBe(1)
  expect(text).toMatch(/start +1\.2 s +≤ 1\.5 s +met/u)
  expect(figures.map(formatMeasurement)).toEqual([
    'start: 1.2 s, ≤ 1.5 s, met',
    'nearby: 0.7 of the floor, ≥ 0.8 of the floor, MISSED',
    'tries: 12 times, ≤ 12 times, met',
  ])
  expect(text).toMatch(/nearby +0\.7 of the floor +≥ 0\.8 of the floor +MISSED/u)
})

test('the summary of a test run lists skipped tests with their reasons, and does not count them as failed', () => {
  const parts = [{ ...rules, skipped: ['the units: systemd is not installed'] }]
  expect(
    summary({ ...run, others: parts })
      .split('\n')
      .slice(-4),
  ).toEqual([
    'Skipped on this machine:',
    'the units: systemd is not installed',
    '',
    '12 passed, 0 failed, 1 skipped',
  ])
  expect(total(parts)).toEqual({ passed: 12, failed: 0 })
})

test('recordMeasurement attaches several measurements to a test, and rounds fractions to three digits', () => {
  const task: { meta: { figures?: Measurement[] } } = { meta: {} }
  recordMeasurement(task, { name: 'a', measured: 1_234, unit: 'calls', atMost: 2_000 })
  recordMeasurement(task, { name: 'b', measured: 2.3456, unit: 's', atMost: 3 })
  expect(task.meta.figures).toMatchObject([
    { name: 'a', measured: 1_234 },
    { name: 'b', measured: 2.35 },
  ])
})

test('a test run without tests counts as failed', () => {
  expect(total([])).toEqual({ passed: 0, failed: 1 })
  expect(total([{ ...rules, passed: 0 }])).toEqual({ passed: 0, failed: 1 })
})
