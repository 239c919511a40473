import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const highBounds = { maxItems: 1_000, maxPerClient: 1_000 }

function drain<Item>(queue: FairQueue<Item>): Item[] {
  const items: Item[] = []
  for (let item = queue.shift(); item !== undefined; item = queue.shift()) items.push(item)
  return items
}

test('clients take turns, and the items of a client keep their order', () => {
  const queue = new FairQueue<string>(highBounds)
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.push(item.slice(0, 1), item)
  expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3'])
})

test('a client at its limit is refused, and a full queue refuses all clients', () => {
  const queue = new FairQueue<number>({ maxItems: 3, maxPerClient: 2 })
  expect([queue.push('a', 1), queue.push('a', 2), queue.push('a', 3)]).toEqual([true, true, false])
  expect([queue.push('b', 4), queue.push('c', 5)]).toEqual([true, false])
  expect(queue.shift()).toBe(1)
  expect(queue.push('c', 5)).toBe(true)
})

test('a removed item is not returned, and frees its place', () => {
  const queue = new FairQueue<number>({ maxItems: 2, maxPerClient: 2 })
  queue.push('a', 1)
  queue.push('a', 2)
  expect([queue.remove('a', 1), queue.remove('a', 1), queue.remove('b', 2)]).toEqual([true, false, false])
  expect(queue.push('b', 3)).toBe(true)
  expect(drain(queue)).toEqual([2, 3])
  expect(queue.size).toBe(0)
})

test('every pushed item is returned once, and each client has at most one turn between two successive turns of another client', () => {
  const clients = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 60 })
  fc.assert(
    fc.property(clients, (pushed) => {
      const queue = new FairQueue<{ client: string; number: number }>(highBounds)
      pushed.forEach((client, number) => queue.push(client, { client, number }))
      const taken = drain(queue)
      expect(taken.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(
        pushed.map((_, index) => index),
      )
      taken.forEach(({ client }, index) => {
        const next = taken.findIndex((it, later) => later > index && it.client === client)
        if (next < 0) return
        const between = taken.slice(index + 1, next).map((it) => it.client)
        expect(new Set(between).size).toBe(between.length)
      })
    }),
  )
})
