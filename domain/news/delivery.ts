import type * as z from 'zod/mini'
import type { newsDelivery, newsLanguage, newsTopic } from '../../contract/news.ts'

export type NewsDelivery = z.infer<typeof newsDelivery>
export type NewsTopic = z.infer<typeof newsTopic>
export type NewsLanguage = z.infer<typeof newsLanguage>

/** How a member wants a party's news. */
export interface NewsSettings {
  readonly delivery: NewsDelivery
  readonly muted: readonly NewsTopic[]
  /** The local hour of the digest, 0 to 23. */
  readonly digestHour: number
  readonly language: NewsLanguage
}

/** Until a member says otherwise. */
export const defaultNewsSettings: NewsSettings = {
  delivery: 'at_once',
  muted: [],
  digestHour: 7,
  language: 'en',
}

/** A piece of news, as far as its delivery to one member depends on it. */
export interface DeliverableNews {
  /** A confirmed khutbah won't take place as agreed. */
  readonly isUrgent: boolean
  /** Null for news that cannot be turned off. */
  readonly topic: NewsTopic | null
  /** The member has acted on its slot. */
  readonly isMine: boolean
}

/** When a member gets a piece of news. Urgent news always goes at once. */
export function deliveryOf(
  { isUrgent, topic, isMine }: DeliverableNews,
  { delivery, muted }: Pick<NewsSettings, 'delivery' | 'muted'>,
): 'now' | 'digest' | 'never' {
  if (isUrgent) return 'now'
  if (topic !== null && muted.includes(topic)) return 'never'
  if (delivery === 'digest') return 'digest'
  return delivery === 'mine' && !isMine ? 'never' : 'now'
}
