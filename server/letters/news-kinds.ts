import type { LetterWithNews, NewsKind } from './letter.ts'

interface NewsRules {
  readonly reader: 'khateeb' | 'masjid'
  /** Whether it may affect a khutbah with a confirmed khateeb, so that it must not wait; see `isUrgent`. */
  readonly urgent: boolean
}

/** The kinds of news, which are limited per hour. Letters about sign-in or an account's security are not news. */
export const newsKinds: { readonly [Kind in NewsKind]: NewsRules } = {
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
 * Whether a piece of news must be sent at once. A removed slot is urgent only if its khateeb was confirmed: otherwise a masjid could
 * send unlimited letters by inviting a khateeb to slots that it then removes.
 */
export function isUrgent({ kind, props }: LetterWithNews): boolean {
  const isAboutProposal = 'was' in props && props.was !== 'confirmed'
  return newsKinds[kind].urgent && !isAboutProposal
}

/** Whether a row of the outbox is news. Relies on `queueLetters` for valid props. */
export function isNews(row: { readonly kind: string; readonly props: unknown }): row is LetterWithNews {
  return Object.hasOwn(newsKinds, row.kind)
}
