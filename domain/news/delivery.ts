import type * as z from 'zod/mini'
import type { newsCategory, newsDelivery, newsLanguage } from '../../contract/news.ts'

export type NewsDelivery = z.infer<typeof newsDelivery>
export type NewsCategory = z.infer<typeof newsCategory>
export type NewsLanguage = z.infer<typeof newsLanguage>

/** A member's settings for the news of a party. */
export interface NewsSettings {
  readonly delivery: NewsDelivery
  readonly muted: readonly NewsCategory[]
  /** The hour of the daily digest, 0 to 23, in local time. */
  readonly digestHour: number
  readonly language: NewsLanguage
}

/** The settings of a member who has not changed them. */
export const defaultNewsSettings: NewsSettings = {
  delivery: 'at_once',
  muted: [],
  digestHour: 7,
  language: 'en',
}

/** The facts about a piece of news that decide when a member gets it. */
export interface DeliverableNews {
  /** Whether the news says that a confirmed khutbah won't take place as agreed. */
  readonly isUrgent: boolean
  /** The category under which the member can turn the news off; null for news that can't be turned off. */
  readonly category: NewsCategory | null
  /** Whether the member has acted on the slot, or the news only updates or cancels calendar events that the member has. */
  readonly isMine: boolean
  /** Whether the khutbah starts before the member’s next daily digest, so that the digest would be too late. */
  readonly startsBeforeDigest: boolean
}

/** Decides when a member gets a piece of news. Urgent news is always sent at once. */
export function deliveryOf(
  { isUrgent, category, isMine, startsBeforeDigest }: DeliverableNews,
  { delivery, muted }: Pick<NewsSettings, 'delivery' | 'muted'>,
): 'now' | 'digest' | 'never' {
  if (isUrgent) return 'now'
  if (category !== null && muted.includes(category)) return 'never'
  if (delivery === 'digest') return startsBeforeDigest ? 'now' : 'digest'
  return delivery === 'mine' && !isMine ? 'never' : 'now'
}
