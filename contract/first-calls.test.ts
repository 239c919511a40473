import { expect, test } from 'vitest'
import { type FirstCalls, firstCallsAt } from './first-calls.ts'

const details: FirstCalls = {
  session: '/who',
  at: {
    '/details/:id': { khateeb: [['/get/%3Aid'], ['/find', '{}']], masjid: [] },
    '/details/:id?q=:q': { khateeb: [['/get/%3Aid?q=%3Aq']], masjid: [] },
  },
}

test('what an address names stands in its calls', () => {
  expect(firstCallsAt(details, '/details/7-a', 'khateeb')).toEqual([['/get/7-a'], ['/find', '{}']])
  expect(firstCallsAt(details, '/details/7?q=Ann+Arbor', 'khateeb')).toEqual([['/get/7?q=Ann+Arbor']])
  expect(firstCallsAt(details, '/details/7', 'masjid')).toEqual([])
})

test.each([
  '/details',
  '/details/',
  '/details/7/8',
  '/other/7',
  '/details/7?q=',
  '/details/7?page=2',
  '/details/7?q=a&page=2',
  '/details/..',
  '/details/%2e%2E',
  '/details/..\\who',
  '/details/7?q=../who',
  '/details/%41',
])('%s only the screen can read', (address) => {
  expect(firstCallsAt(details, address, 'khateeb')).toBeUndefined()
})
