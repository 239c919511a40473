import { dateAfter } from './wall-clock.ts'

/** For how many weeks before and after a khutbah its topic should not come again at the masjid. */
export const weeksBetweenTopics = 12

/** A topic that was named for a khutbah. */
export interface NamedTopic {
  /** YYYY-MM-DD. */
  readonly date: string
  readonly topic: string
}

/** What is compared of a topic: its letters and digits, without accents, case and the word “the”. */
export function topicKey(topic: string): string {
  const words = topic
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && word !== 'the')
  return words.join(' ')
}

/** The first and the last date, YYYY-MM-DD, on which the topic of a khutbah on a date should not come again. */
export function datesWithoutTopic(date: string): { readonly from: string; readonly to: string } {
  const days = 7 * weeksBetweenTopics
  return { from: dateAfter(date, -days), to: dateAfter(date, days) }
}

/**
 * Another date, the closest to that of the khutbah, on which one has its topic; null if it doesn't come again in these weeks. Services
 * of one date may share a topic: their congregations differ.
 */
export function dateOfSameTopic({ date, topic }: NamedTopic, others: readonly NamedTopic[]): string | null {
  const key = topicKey(topic)
  if (key === '') return null
  const { from, to } = datesWithoutTopic(date)
  const distance = (other: string) => Math.abs(Date.parse(other) - Date.parse(date))
  const same = others
    .filter((it) => it.date !== date && it.date >= from && it.date <= to && topicKey(it.topic) === key)
    .toSorted((a, b) => distance(a.date) - distance(b.date))
  return same[0]?.date ?? null
}
