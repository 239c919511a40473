import { expect, test } from 'vitest'
import { post } from './post.ts'

const now = new Date('2026-03-08T07:00:00Z')

test('a khutbah has each of its times once, in order', () => {
  const { slots, bad } = post('2026-03-13', ['14:15', '13:00', '14:15'], 'America/Detroit', now)
  expect(slots.map((it) => it.time)).toEqual(['13:00', '14:15'])
  expect(slots[0]?.startsAt).toEqual(new Date('2026-03-13T17:00:00Z'))
  expect(bad).toEqual([])
})

test('every time that cannot be is named with its place and its reason', () => {
  const { bad } = post('2026-03-08', ['02:15', '01:00', '03:00', '13:00'], 'America/Detroit', now)
  expect(bad).toEqual([
    { index: 0, why: 'skipped' },
    { index: 1, why: 'past' },
  ])
})
