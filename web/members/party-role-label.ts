import { t } from '@lingui/core/macro'
import { lingui } from '../app/i18n.ts'
import type { Session } from '../app/session.ts'
import { messages } from '../words/party-switcher.en.po'

lingui.load('en', messages)

/** Returns the label for the user's role in a party, such as `Khateeb` or `Masjid (owner)`. */
export function partyRoleLabel({ role, memberRole }: Pick<Session, 'role' | 'memberRole'>): string {
  if (role === 'khateeb') return t`Khateeb`
  return {
    owner: t`Masjid (owner)`,
    scheduler: t`Masjid (scheduler)`,
    viewer: t`Masjid (viewer)`,
  }[memberRole]
}
