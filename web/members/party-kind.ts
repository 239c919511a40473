import { t } from '@lingui/core/macro'
import { lingui } from '../app/i18n.ts'
import type { Session } from '../app/session.ts'
import { messages } from '../words/party-switcher.en.po'

lingui.load('en', messages)

/** What the user is for a party: a khateeb, or a member of a masjid with this role. */
export function partyKind({ role, memberRole }: Pick<Session, 'role' | 'memberRole'>): string {
  if (role === 'khateeb') return t`Khateeb`
  return {
    owner: t`Masjid (owner)`,
    scheduler: t`Masjid (scheduler)`,
    viewer: t`Masjid (viewer)`,
  }[memberRole]
}
