import { expect, test } from 'vitest'
import { paths } from '../../contract/screen-paths.ts'
import { nextPathIn } from './next-path.ts'

test('nextPathIn returns the path in ?next=, with its query string', () => {
  const address = paths.loginThen('/nearby-masjids?q=Dearborn&x=1')
  expect(nextPathIn(new URL(address, 'https://here.test').search)).toBe('/nearby-masjids?q=Dearborn&x=1')
})

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example',
  'javascript:1',
  '',
])('nextPathIn ignores ?next=%j, because it is not a path of this site', (next) => {
  expect(nextPathIn(`?${new URLSearchParams({ next })}`)).toBeUndefined()
})
