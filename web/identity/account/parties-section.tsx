import { t } from '@lingui/core/macro'
import { withActingParty } from '../../../contract/acting-party.ts'
import { landingPaths } from '../../../contract/screen-paths.ts'
import { lazyDialog } from '../../app/lazy-dialog.tsx'
import { useSession } from '../../app/session.ts'
import { partyRoleLabel } from '../../members/party-role-label.ts'
import { Section } from '../../members/section.tsx'
import { linkClass } from '../../ui/link-class.ts'
import { DialogButton } from './dialog-button.tsx'

const AddMasjidDialog = lazyDialog(async () => (await import('./add-masjid-dialog.tsx')).AddMasjidDialog)
const BecomeKhateebDialog = lazyDialog(
  async () => (await import('./become-khateeb-dialog.tsx')).BecomeKhateebDialog,
)

/** The section with the parties for which the user can act, and with buttons to add a party. */
export function PartiesSection() {
  const { parties } = useSession()
  return (
    <Section title={t`Your masjids and khateeb profile`}>
      <ul className="mb-4 grid gap-2">
        {parties.map((party) => (
          <li key={party.uid}>
            <a
              href={withActingParty(landingPaths[party.role], party.uid)}
              className={`inline-flex min-h-control items-center ${linkClass}`}
            >
              <bdi>{party.name}</bdi>
            </a>
            <span className="block text-sm text-muted">{partyRoleLabel(party)}</span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <DialogButton Dialog={AddMasjidDialog}>{t`Add a masjid`}</DialogButton>
        {parties.every(({ role }) => role !== 'khateeb') && (
          <DialogButton Dialog={BecomeKhateebDialog}>{t`Become a khateeb`}</DialogButton>
        )}
      </div>
    </Section>
  )
}
