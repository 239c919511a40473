import { addDays } from './wall-clock.ts'

/** The number of weeks before and after a khutbah within which its topic should not be repeated at the masjid. */
export const weeksBetweenTopics = 12

/** The topic of a khutbah, with the date of the khutbah. */
export interface DatedTopic {
  /** The date, YYYY-MM-DD. */
  readonly date: string
  readonly topic: string
}

/** Returns the part of a topic that is compared: its letters and digits, without accents, case and the word “the”. */
export function topicKey(topic: string): string {
  const words = topic
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && word !== 'the')
  return words.join(' ')
}

/** Returns the first and the last date, YYYY-MM-DD, on which the topic of a khutbah on `date` should not be repeated. */
export function topicRepeatPeriod(date: string): { readonly from: string; readonly to: string } {
  const days = 7 * weeksBetweenTopics
  return { from: addDays(date, -days), to: addDays(date, days) }
}

/** The dates, YYYY-MM-DD, of the khutbahs with each topic. The keys are from `topicKey`. */
export type DatesByTopic = ReadonlyMap<string, readonly string[]>

export function datesByTopic(topics: readonly DatedTopic[]): DatesByTopic {
  const dates = new Map<string, string[]>()
  for (const { date, topic } of topics) {
    const key = topicKey(topic)
    dates.set(key, [...(dates.get(key) ?? []), date])
  }
  return dates
}

/**
 * Returns the date of the closest other khutbah with the same topic, within `weeksBetweenTopics`; null if there is none. Two slots on one
 * date may share a topic, because their congregations differ.
 */
export function dateOfSameTopic({ date, topic }: DatedTopic, dates: DatesByTopic): string | null {
  const key = topicKey(topic)
  if (key === '') return null
  const { from, to } = topicRepeatPeriod(date)
  const distance = (other: string) => Math.abs(Date.parse(other) - Date.parse(date))
  const [closest] = (dates.get(key) ?? [])
    .filter((it) => it !== date && it >= from && it <= to)
    .toSorted((a, b) => distance(a) - distance(b))
  return closest ?? null
}
