import { expect, test } from 'vitest'
import { type DeliverableNews, defaultNewsSettings, deliveryOf } from './delivery.ts'

const news: DeliverableNews = {
  isUrgent: false,
  category: 'pending',
  isMine: false,
  startsBeforeDigest: false,
}

test('by default, news is sent at once', () => {
  expect(deliveryOf(news, defaultNewsSettings)).toBe('now')
})

test.each(['at_once', 'digest', 'mine'] as const)(
  'urgent news is sent at once, even if its category is turned off and delivery is %s',
  (delivery) => {
    const settings = { ...defaultNewsSettings, delivery, muted: ['pending', 'confirmed', 'ended'] } as const
    expect(deliveryOf({ ...news, isUrgent: true, category: 'ended' }, settings)).toBe('now')
  },
)

test('news of a category that is turned off is not sent, and other news is sent', () => {
  const settings = { ...defaultNewsSettings, muted: ['pending'] } as const
  expect(deliveryOf(news, settings)).toBe('never')
  expect(deliveryOf({ ...news, category: 'ended' }, settings)).toBe('now')
  expect(deliveryOf({ ...news, category: null }, settings)).toBe('now')
  expect(deliveryOf(news, { ...settings, delivery: 'digest' })).toBe('never')
})

test('a member who wants a daily digest gets news in the digest if it is not urgent', () => {
  expect(deliveryOf(news, { ...defaultNewsSettings, delivery: 'digest' })).toBe('digest')
})

test('a member who wants a daily digest gets news at once about a khutbah that starts before the digest', () => {
  const settings = { ...defaultNewsSettings, delivery: 'digest' } as const
  expect(deliveryOf({ ...news, startsBeforeDigest: true }, settings)).toBe('now')
  const muted = { ...settings, muted: ['pending'] } as const
  expect(deliveryOf({ ...news, startsBeforeDigest: true }, muted)).toBe('never')
})

test('a member who wants news only about their own slots gets news only about slots on which they have acted', () => {
  const settings = { ...defaultNewsSettings, delivery: 'mine' } as const
  expect(deliveryOf(news, settings)).toBe('never')
  expect(deliveryOf({ ...news, isMine: true }, settings)).toBe('now')
})
