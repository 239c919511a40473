import { expect, test } from 'vitest'
import type { Plan, Service } from './plan-queries.ts'
import { rebasePlan } from './rebase-plan.ts'

const at = (key: number, time: string): Service => ({
  key,
  time,
  minutesAfterDhuhr: null,
  season: null,
  language: null,
})
const planOf = (services: Service[], changes: Partial<Plan> = {}): Plan => ({
  services,
  closures: [],
  weeksAhead: 4,
  ...changes,
})
const [one, two] = [at(1, '13:00'), at(2, '14:00')]

test('a rebased plan has the closures and weeks that either side has changed', () => {
  const base = planOf([one], { closures: ['2026-12-04', '2026-12-11'] })
  const draft = { ...base, closures: ['2026-12-11', '2026-12-18'] }
  const saved = { ...base, closures: ['2026-11-27', '2026-12-04', '2026-12-18'], weeksAhead: 8 }
  expect(rebasePlan(draft, base, saved)).toEqual({
    ...base,
    closures: ['2026-11-27', '2026-12-18'],
    weeksAhead: 8,
  })
  expect(rebasePlan({ ...base, weeksAhead: 2 }, base, saved)).toEqual({ ...saved, weeksAhead: 2 })
})

test.each([
  [
    'a changed service wins over a colleague’s change',
    [at(1, '13:15'), two],
    [at(1, '13:30'), two],
    [at(1, '13:15'), two],
  ],
  [
    'a colleague’s change of another service stays',
    [at(1, '13:15'), two],
    [one, at(2, '14:30')],
    [at(1, '13:15'), at(2, '14:30')],
  ],
  ['a removed service stays removed', [one], [one, at(2, '14:30')], [one]],
  ['a service that a colleague has removed stays removed', [at(1, '13:15'), two], [one], [at(1, '13:15')]],
  [
    'a changed service that a colleague has removed comes back',
    [one, at(2, '14:15')],
    [one],
    [one, at(2, '14:15')],
  ],
  [
    'new services of both sides get different keys',
    [one, two, at(3, '15:00')],
    [one, two, at(3, '15:30')],
    [one, two, at(3, '15:30'), at(4, '15:00')],
  ],
] as const)('in a rebased plan, %s', (_, draft, saved, expected) => {
  const base = planOf([one, two])
  expect(rebasePlan(planOf([...draft]), base, planOf([...saved])).services).toEqual(expected)
})
