import { describe, expect, test } from 'vitest'
import { paths } from '../app/paths.ts'
import { nextPathIn } from './next-path.ts'

describe('where one goes after signing in', () => {
  test('the login screen remembers where one was going, with its search', () => {
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
  ])('nobody is sent away from the page by ?next=%j', (next) => {
    expect(nextPathIn(`?${new URLSearchParams({ next })}`)).toBeUndefined()
  })
})
