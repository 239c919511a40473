import { addDays } from './wall-clock.ts'

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
  return { from: addDays(date, -days), to: addDays(date, days) }
}

/** The dates, YYYY-MM-DD, on which each topic was or will be given, by its key. */
export type DatesByTopic = ReadonlyMap<string, readonly string[]>

export function datesByTopic(topics: readonly NamedTopic[]): DatesByTopic {
  const dates = new Map<string, string[]>()
  for (const { date, topic } of topics) {
    const key = topicKey(topic)
    dates.set(key, [...(dates.get(key) ?? []), date])
  }
  return dates
}

/**
 * Another date, the closest to that of the khutbah, on which one has its topic; null if it doesn't come again in these weeks. Services
 * of one date may share a topic: their congregations differ.
 */
export function dateOfSameTopic({ date, topic }: NamedTopic, dates: DatesByTopic): string | null {
  const key = topicKey(topic)
  if (key === '') return null
  const { from, to } = datesWithoutTopic(date)
  const distance = (other: string) => Math.abs(Date.parse(other) - Date.parse(date))
  const [closest] = (dates.get(key) ?? [])
    .filter((it) => it !== date && it >= from && it <= to)
    .toSorted((a, b) => distance(a) - distance(b))
  return closest ?? null
}
