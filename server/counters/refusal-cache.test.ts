import { expect, test } from 'vitest'
import { createRefusalCache } from './refusal-cache.ts'

function refusalsAt() {
  let now = 0
  const refusals = createRefusalCache(() => now)
  return { refusals, at: (instant: number) => (now = instant) }
}

test('a refusal is cached for a second, and its wait decreases', () => {
  const { refusals, at } = refusalsAt()
  refusals.add('a', 300_000)
  at(999)
  expect(refusals.waitOf('a')).toBe(299_001)
  at(1_000)
  expect(refusals.waitOf('a')).toBeNull()
})

test('a refusal is dropped when its window ends', () => {
  const { refusals, at } = refusalsAt()
  refusals.add('a', 100)
  at(100)
  expect(refusals.waitOf('a')).toBeNull()
})

test('removing a refusal keeps those of other keys', () => {
  const { refusals } = refusalsAt()
  refusals.add('a', 300_000)
  refusals.add('b', 300_000)
  refusals.remove('a')
  expect([refusals.waitOf('a'), refusals.waitOf('b')]).toEqual([null, 300_000])
})

test('the cache holds at most 10,000 keys', () => {
  const { refusals } = refusalsAt()
  for (let key = 0; key <= 10_000; key += 1) refusals.add(`${key}`, 300_000)
  expect([refusals.waitOf('9999'), refusals.waitOf('10000')]).toEqual([null, 300_000])
})
