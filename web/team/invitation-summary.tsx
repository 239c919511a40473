import { t } from '@lingui/core/macro'
import type { OutputOf } from '../../contract/endpoint.ts'
import type { lookUpInvitation } from '../../contract/invitation-links.ts'
import { roleName, roleRights } from './role-names.ts'

/** Says which masjid invites, and as what. */
export function InvitationSummary({ invitation }: { invitation: OutputOf<typeof lookUpInvitation> }) {
  const { masjidName, city, stateCode, invitedAs, slot } = invitation
  return (
    <>
      <p className="font-semibold">
        <bdi className="wrap-anywhere">{masjidName}</bdi>
      </p>
      {invitedAs === 'khateeb' ? (
        <>
          <p>{t`This masjid in ${city}, ${stateCode} would like you to give khutbahs there.`}</p>
          {slot !== null && (
            <p className="mt-3 text-base">
              {slot.isOpen
                ? t`The masjid asks you to give a khutbah. You can answer once you are signed in as a khateeb.`
                : t`The khutbah that it asked you to give has a khateeb now, was canceled, or has begun.`}
            </p>
          )}
          <p className="mt-3 text-base text-muted">
            {t`On Minbar, you choose which khutbahs you give. If you accept, the masjid learns your name and approves you. That doesn’t commit you to any khutbah.`}
          </p>
        </>
      ) : (
        <>
          <p>{t`This masjid in ${city}, ${stateCode} invites you to help with its khutbahs.`}</p>
          <p className="mt-3 text-base">{t`Your role: ${roleName(invitedAs)}`}</p>
          <p className="text-base text-muted">{roleRights(invitedAs)}</p>
        </>
      )}
    </>
  )
}
