import type { NewsKind, LetterWithNews } from './letter.ts'

interface NewsRules {
  readonly reader: 'khateeb' | 'masjid'
  /** It may be about a khutbah with a confirmed khateeb; then it must not wait. */
  readonly urgent: boolean
}

/** How each kind of news is treated beyond the hourly limit. Letters about sign-in or an account's security are not news. */
export const news: { readonly [Kind in NewsKind]: NewsRules } = {
  invite_received: { reader: 'khateeb', urgent: false },
  invite_revoked: { reader: 'khateeb', urgent: false },
  request_approved: { reader: 'khateeb', urgent: true },
  request_rejected: { reader: 'khateeb', urgent: false },
  khateeb_removed: { reader: 'khateeb', urgent: true },
  slot_removed: { reader: 'khateeb', urgent: true },
  masjid_left: { reader: 'khateeb', urgent: true },
  rival_confirmed: { reader: 'khateeb', urgent: false },
  request_received: { reader: 'masjid', urgent: false },
  request_revoked: { reader: 'masjid', urgent: false },
  invite_accepted: { reader: 'masjid', urgent: true },
  invite_rejected: { reader: 'masjid', urgent: false },
  khateeb_booked_elsewhere: { reader: 'masjid', urgent: false },
  khateeb_withdrew: { reader: 'masjid', urgent: true },
  khateeb_left: { reader: 'masjid', urgent: true },
}

/**
 * Whether a piece of news must not wait. A removed slot is urgent only if its khateeb was confirmed: otherwise a masjid
 * could send letters without limit by inviting a khateeb to slots that it then removes.
 */
export function isUrgent({ kind, props }: LetterWithNews): boolean {
  const isAboutProposal = 'was' in props && props.was !== 'confirmed'
  return news[kind].urgent && !isAboutProposal
}

/** Whether a row of the outbox is news, which may be gathered with other news. Its props come from `queueLetters`. */
export function isNews(row: { readonly kind: string; readonly props: unknown }): row is LetterWithNews {
  return Object.hasOwn(news, row.kind)
}
