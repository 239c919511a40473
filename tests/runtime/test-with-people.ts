import { test } from 'vitest'
import type { TestApp } from './app.ts'
import { newKhateeb, newMasjid } from './people.ts'
import { postSlot } from './slots.ts'

/** `test` with a masjid, an open slot of it, and two khateebs. Each test gets those that it names, newly signed up. */
export function testWithPeople({ baseUrl }: Pick<TestApp, 'baseUrl'>) {
  return test
    .extend('masjid', () => newMasjid(baseUrl))
    .extend('khateeb', () => newKhateeb(baseUrl))
    .extend('rival', () => newKhateeb(baseUrl))
    .extend('slot', ({ masjid }) => postSlot(masjid))
}
