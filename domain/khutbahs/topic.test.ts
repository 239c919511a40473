import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dateOfSameTopic, datesByTopic, topicKey } from './topic.ts'
import { addDays } from './wall-clock.ts'

describe('the topic of a khutbah', () => {
  test.each([
    ['The Patience of Ayyub', 'patience  of ayyub!'],
    ['Ṣabr', 'sabr'],
    ['الصَّبْر', 'الصبر'],
    ['Fasting: the Shield', 'fasting the shield'],
  ])('“%s” is the same topic as “%s”', (one, other) => {
    expect(topicKey(one)).toBe(topicKey(other))
  })

  test('with different words is a different topic, even if it begins with the same words', () => {
    expect(topicKey('Patience')).not.toBe(topicKey('Patience of Ayyub'))
    expect(topicKey('Theology')).toBe('theology')
  })

  test('counts as repeated only on other dates up to twelve weeks before and after', () => {
    const date = '2027-03-05'
    fc.assert(
      fc.property(fc.integer({ min: -200, max: 200 }), (days) => {
        const other = addDays(date, days)
        const found = dateOfSameTopic({ date, topic: 'Sabr' }, datesByTopic([{ date: other, topic: 'sabr' }]))
        expect(found).toBe(days !== 0 && Math.abs(days) <= 84 ? other : null)
      }),
    )
  })

  test('without letters or digits never counts as repeated', () => {
    expect(
      dateOfSameTopic({ date: '2027-03-05', topic: '…' }, datesByTopic([{ date: '2027-03-12', topic: '!' }])),
    ).toBeNull()
  })
})
