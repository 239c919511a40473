import type { LetterWithNews } from './letter.ts'
import { newsForKhateebs } from './news-for-khateebs.ts'
import { newsForMasjids } from './news-for-masjids.ts'

/** The kinds of news, which are limited per hour. */
export const newsKinds: readonly string[] = Object.keys({ ...newsForKhateebs, ...newsForMasjids })

/** The kinds that may affect a khutbah with a confirmed khateeb, so that they must not wait; see `isUrgent`. */
const urgentKinds: readonly string[] = [
  'request_approved',
  'khateeb_removed',
  'slot_removed',
  'masjid_left',
  'invite_accepted',
  'khateeb_withdrew',
  'khateeb_left',
] satisfies LetterWithNews['kind'][]

/**
 * Whether a piece of news must be sent at once. A removed slot is urgent only if its khateeb was confirmed: otherwise a masjid could
 * send unlimited letters by inviting a khateeb to slots that it then removes.
 */
export function isUrgent({ kind, props }: LetterWithNews): boolean {
  const isAboutProposal = 'was' in props && props.was !== 'confirmed'
  return urgentKinds.includes(kind) && !isAboutProposal
}

/** Whether a row of the outbox is news. Relies on `queueLetters` for valid props. */
export function isNews(row: { readonly kind: string; readonly props: unknown }): row is LetterWithNews {
  return newsKinds.includes(row.kind)
}
