import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { actingParameter, actingUidIn } from '../../contract/acting-party.ts'
import type { Role } from '../../contract/endpoint.ts'
import { landingPaths } from '../../contract/screen-paths.ts'
import { LinkButton } from '../app/link-button.tsx'
import { partyLoss } from '../app/party-loss.ts'
import { useSession } from '../app/session.ts'
import lost from '../ui/drawings/lost.svg'
import { EmptyState } from '../ui/empty-state.tsx'
import { linkClass } from '../ui/link-class.ts'
import { showFailure } from '../ui/toasts.tsx'

/**
 * Replaces a screen that is only for the role `of`, while the user acts for a party with the other role. If the user has exactly one party
 * with the role `of`, and the address names no party, opens the screen for that party, for example after a link in an email. But if the
 * user has just lost a party, opens no other party's screen, because the user could mistake that screen for the lost party's screen. The
 * notice has links to open the screen for each party with the role `of`, and to the user's dashboard. A toast says that there is no record.
 * After the loss of a party, another toast explains the loss instead.
 */
export function OtherRoleNotice({ of }: { of: Role }) {
  const { role, parties } = useSession()
  const choices = parties.filter((it) => it.role === of)
  const [only, ...others] = choices
  const isOpening =
    only !== undefined &&
    others.length === 0 &&
    actingUidIn(window.location.search) === null &&
    partyLoss() === null
  const text = of === 'masjid' ? t`No masjid data found.` : t`No user data found.`
  useEffect(() => {
    if (isOpening) window.location.replace(addressFor(only.uid))
    else if (partyLoss() === null) showFailure(text)
  }, [isOpening, only, text])
  if (isOpening) return null
  return (
    <EmptyState
      headingLevel={1}
      drawing={lost}
      title={of === 'masjid' ? t`This screen is for masjids` : t`This screen is for khateebs`}
      text={role === 'masjid' ? t`You are signed in as a masjid.` : t`You are signed in as a khateeb.`}
      action={
        <div className="grid justify-items-center gap-4">
          {choices.map(({ uid, name }) => (
            <a key={uid} className={linkClass} href={addressFor(uid)}>
              <bdi>{name}</bdi>
            </a>
          ))}
          <LinkButton to={landingPaths[role]}>{t`Go to My Dashboard`}</LinkButton>
        </div>
      }
    />
  )
}

/** Returns the address of this screen for another party. */
function addressFor(uid: string): string {
  const url = new URL(window.location.href)
  url.searchParams.set(actingParameter, uid)
  return url.pathname + url.search
}
