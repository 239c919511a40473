import { expect, test } from 'vitest'
import type { Plan, Service } from './plan-queries.ts'
import { rebasePlan } from './rebase-plan.ts'

const serviceAt = (key: number, time: string): Service => ({
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
const [one, two] = [serviceAt(1, '13:00'), serviceAt(2, '14:00')]

test('a rebased plan keeps the user’s and a colleague’s changes to the closures and the weeks ahead', () => {
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
    'the user’s change of a service replaces a colleague’s change of the same service',
    [serviceAt(1, '13:15'), two],
    [serviceAt(1, '13:30'), two],
    [serviceAt(1, '13:15'), two],
  ],
  [
    'a colleague’s change of another service stays',
    [serviceAt(1, '13:15'), two],
    [one, serviceAt(2, '14:30')],
    [serviceAt(1, '13:15'), serviceAt(2, '14:30')],
  ],
  ['a service that the user has removed stays removed', [one], [one, serviceAt(2, '14:30')], [one]],
  [
    'a service that a colleague has removed stays removed',
    [serviceAt(1, '13:15'), two],
    [one],
    [serviceAt(1, '13:15')],
  ],
  [
    'a service that the user has changed and a colleague has removed is kept',
    [one, serviceAt(2, '14:15')],
    [one],
    [one, serviceAt(2, '14:15')],
  ],
  [
    'new services of the user and of a colleague get different keys',
    [one, two, serviceAt(3, '15:00')],
    [one, two, serviceAt(3, '15:30')],
    [one, two, serviceAt(3, '15:30'), serviceAt(4, '15:00')],
  ],
] as const)('in a rebased plan, %s', (_, draft, saved, expected) => {
  const base = planOf([one, two])
  expect(rebasePlan(planOf([...draft]), base, planOf([...saved])).services).toEqual(expected)
})
