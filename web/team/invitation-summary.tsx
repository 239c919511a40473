import { t } from '@lingui/core/macro'
import type { OutputOf } from '../../contract/endpoint.ts'
import type { lookUpInvitation } from '../../contract/members.ts'
import { roleName, roleRights } from './role-names.ts'

/** Who invites, and to what. */
export function InvitationSummary({ invitation }: { invitation: OutputOf<typeof lookUpInvitation> }) {
  const { masjidName, city, stateCode, memberRole } = invitation
  return (
    <>
      <p className="font-semibold">
        <bdi className="wrap-anywhere">{masjidName}</bdi>
      </p>
      <p>{t`This masjid in ${city}, ${stateCode} invites you to help with its khutbahs.`}</p>
      <p className="mt-3 text-base">{t`Your role: ${roleName(memberRole)}`}</p>
      <p className="text-base text-muted">{roleRights(memberRole)}</p>
    </>
  )
}
