import { t } from '@lingui/core/macro'
import { lingui } from '../app/i18n.ts'
import type { Slot } from '../directory/masjid-queries.ts'
import { messages } from '../words/cannot-request.en.po'

lingui.load('en', messages)

type Why = NonNullable<Slot['cannotRequest']>

/** Why a khateeb can’t request a slot. */
export function CannotRequestNote({ why }: { why: Why }) {
  return <p className="text-muted">{sentences[why]()}</p>
}

const sentences: Record<Why, () => string> = {
  khateeb_busy: () => t`You are booked somewhere else at that time.`,
  too_many_proposals: () => t`You have asked for this slot three times. Please get in touch with the masjid.`,
  not_accepting: () => t`This masjid doesn’t accept requests from you.`,
  you_blocked: () => t`You have blocked this masjid.`,
  approval_needed: () => t`This masjid takes requests only from khateebs it has approved.`,
  requests_not_taken: () => t`This masjid isn’t taking requests from you.`,
}
