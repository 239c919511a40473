import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isGoodbye, RequestFramer } from './request-framer.ts'

function message(type: string, body: string): Buffer {
  const text = Buffer.from(body)
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(4 + text.length, 1)
  return Buffer.concat([head, text])
}

const startup = message('', 'user\0postgres\0\0').subarray(1)
startup.writeInt32BE(startup.length)
const extended = Buffer.concat(['P', 'B', 'D', 'E', 'S'].map((type) => message(type, `body of ${type}`)))
const simple = message('Q', 'select 1\0')
const goodbye = message('X', '')

test('however the bytes arrive, the requests are the same', () => {
  const requests = [startup, extended, simple, simple, extended, goodbye]
  const bytes = Buffer.concat(requests)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: bytes.length })), (cuts) => {
      const framer = new RequestFramer()
      const edges = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
      const received = edges.flatMap((edge, i) => framer.push(bytes.subarray(edge, edges[i + 1] ?? edge)))
      expect(received.map(String)).toEqual(requests.map(String))
    }),
  )
})

test('a batch without its Sync is kept back', () => {
  const framer = new RequestFramer()
  framer.push(startup)
  expect(framer.push(extended.subarray(0, -1))).toEqual([])
})

test('only Terminate is a goodbye', () => {
  expect([startup, extended, simple, goodbye].map((request) => isGoodbye(request))).toEqual([
    false,
    false,
    false,
    true,
  ])
})
