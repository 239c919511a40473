import type { NewsKind, NewsLetter } from './letter.ts'

interface Manner {
  readonly reader: 'khateeb' | 'masjid'
  /** It is about a khutbah that somebody may be confirmed for; where he is, it may not wait. */
  readonly urgent: boolean
}

/** How each kind of news goes where there is much of it. What lets somebody in, or guards an account, is no news. */
export const news: { readonly [Kind in NewsKind]: Manner } = {
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
 * Whether a piece of news may not wait. Where nobody was confirmed, a slot that is taken away is no urgent news: else a masjid
 * could send somebody letters without end, by inviting him to slots that it takes away.
 */
export function isUrgent({ kind, props }: NewsLetter): boolean {
  const isAboutProposal = 'was' in props && props.was !== 'confirmed'
  return news[kind].urgent && !isAboutProposal
}

/** Whether a row of the outbox is news, so that it may be gathered with others; its props are what `queueLetters` wrote. */
export function isNews(row: { readonly kind: string; readonly props: unknown }): row is NewsLetter {
  return Object.hasOwn(news, row.kind)
}
