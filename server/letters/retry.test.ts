import { expect, test } from 'vitest'
import { retryDelay, shouldGiveUp } from './retry.ts'

const retryDelayInMinutes = (attempts: number, random = 0.5) => retryDelay(attempts, random) / 60_000

test('the delay before a letter is retried is a minute, doubled after each attempt, up to an hour', () => {
  expect([1, 2, 3, 4, 5, 6].map((attempts) => retryDelayInMinutes(attempts))).toEqual([1, 2, 4, 8, 16, 32])
  expect([7, 8, 50, 5_000].map((attempts) => retryDelayInMinutes(attempts))).toEqual([60, 60, 60, 60])
})

test('the delay before a letter is retried has a jitter of plus or minus a fifth', () => {
  expect([
    retryDelayInMinutes(1, 0),
    retryDelayInMinutes(1, 1),
    retryDelayInMinutes(9, 0),
    retryDelayInMinutes(9, 1),
  ]).toEqual([0.8, 1.2, 48, 72])
})

test('a letter is given up only after five days and twelve attempts', () => {
  const day = 86_400_000
  expect(shouldGiveUp(200, 4.9 * day)).toBe(false)
  expect(shouldGiveUp(11, 90 * day)).toBe(false)
  expect(shouldGiveUp(12, 5 * day)).toBe(true)
})
