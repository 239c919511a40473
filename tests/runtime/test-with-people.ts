import { test } from 'vitest'
import type { TestApp } from './app.ts'
import { newKhateeb, newMasjid } from './people.ts'
import { postSlot } from './slots.ts'

/**
 * Returns a `test` with fixtures: a masjid, an open slot of the masjid, and two khateebs. Each test gets new accounts for the fixtures
 * that it uses.
 */
export function testWithPeople({ baseUrl }: Pick<TestApp, 'baseUrl'>) {
  return test
    .extend('masjid', () => newMasjid(baseUrl))
    .extend('khateeb', () => newKhateeb(baseUrl))
    .extend('rival', () => newKhateeb(baseUrl))
    .extend('slot', ({ masjid }) => postSlot(masjid))
}
