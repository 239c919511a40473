import { expect, test } from 'vitest'
import { createExpiringMap } from './expiring-map.ts'

function mapOf(maxEntries: number) {
  let now = 0
  const map = createExpiringMap<string>(maxEntries, () => now)
  return { map, at: (instant: number) => (now = instant) }
}

test('an entry expires after its lifetime', () => {
  const { map, at } = mapOf(10)
  map.set('a', 'one', 1_000)
  at(999)
  expect(map.get('a')).toBe('one')
  at(1_000)
  expect(map.get('a')).toBeUndefined()
})

test('setting an entry again renews its lifetime', () => {
  const { map, at } = mapOf(10)
  map.set('a', 'one', 1_000)
  at(999)
  map.set('a', 'two', 1_000)
  at(1_998)
  expect(map.get('a')).toBe('two')
})

test('deleting an entry keeps the other entries', () => {
  const { map } = mapOf(10)
  map.set('a', 'one', 1_000)
  map.set('b', 'two', 1_000)
  map.delete('a')
  expect([map.get('a'), map.get('b')]).toEqual([undefined, 'two'])
})

test('a full map drops the entry that was set least recently', () => {
  const { map } = mapOf(2)
  for (const key of ['a', 'b', 'a', 'c']) map.set(key, key, 1_000)
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual(['a', undefined, 'c'])
})
