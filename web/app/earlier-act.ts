import { t } from '@lingui/core/macro'
import type { EarlierAct } from '../../contract/earlier-act.ts'
import { messages } from '../words/earlier-acts.en.po'
import { formatDate, formatTime } from './format.ts'
import { lingui } from './i18n.ts'
import { zoneLabelOf } from './slot-time.tsx'

lingui.load('en', messages)

/**
 * Returns a toast about what another member of the masjid, or the user in another tab, did first: `Aisha Rahman approved this request
 * today at 9:12 AM.`
 * @param failed the toast for the failed action; if it is an object, the sentence about the earlier act becomes its second line
 */
export function earlierActToast(
  { event, name, isCaller, at, wallClock, otherKhateeb }: EarlierAct,
  failed?: string | { readonly text: string },
) {
  const who = isCaller ? t`You` : (name ?? t`A former member`)
  const time = formatTime(wallClock.time, zoneLabelOf({ startsAt: at }))
  const { date, daysAgo } = wallClock
  const recent = daysAgo === 0 ? t`today at ${time}` : t`yesterday at ${time}`
  const when = daysAgo > 1 ? t`on ${formatDate(date)} at ${time}` : recent
  const text = sentences[event](who, when, otherKhateeb)
  return typeof failed === 'object' ? { ...failed, reason: text } : { text, isInfo: true }
}

type Sentence = (who: string, when: string, otherKhateeb: string | null) => string

const sentences: Readonly<Record<EarlierAct['event'], Sentence>> = {
  slot_posted: (who, when) => t`${who} posted this khutbah ${when}.`,
  slot_removed: (who, when) => t`${who} canceled this service ${when}.`,
  slot_moved: (who, when) => t`${who} moved this khutbah ${when}.`,
  invite_sent: (who, when) => t`${who} invited this khateeb ${when}.`,
  invite_revoked: (who, when) => t`${who} revoked this invite ${when}.`,
  request_accepted: (who, when, otherKhateeb) =>
    otherKhateeb === null
      ? t`${who} approved this request ${when}.`
      : t`${who} approved ${otherKhateeb} for this khutbah ${when}.`,
  request_rejected: (who, when) => t`${who} rejected this request ${when}.`,
  khateeb_removed: (who, when) => t`${who} removed this khateeb ${when}.`,
  account_blocked: (who, when) => t`${who} blocked this khateeb ${when}.`,
  account_unblocked: (who, when) => t`${who} unblocked this khateeb ${when}.`,
  member_role_changed: (who, when) => t`${who} set this role ${when}.`,
  member_removed: (who, when) => t`${who} removed this member ${when}.`,
  member_left: (_, when) => t`This member left your masjid ${when}.`,
}
