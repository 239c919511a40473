import { t } from '@lingui/core/macro'
import { Check, ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { withActingParty } from '../../contract/acting-party.ts'
import { landingPaths } from '../../contract/screen-paths.ts'
import { lingui } from '../app/i18n.ts'
import type { Session } from '../app/session.ts'
import { messages } from '../words/party-switcher.en.po'
import { partyRoleLabel } from './party-role-label.ts'

lingui.load('en', messages)

/**
 * Shows the party for which the user acts. Has a menu with links to the landing screens of all parties of the user. Each link opens a new
 * document, so that no data of one party stays in the cache for another. Only for users with several parties.
 */
export function PartySwitcher({ uid, name, parties }: Pick<Session, 'uid' | 'name' | 'parties'>) {
  const list = useId()
  return (
    <>
      <button
        type="button"
        popoverTarget={list}
        className="mt-2 flex min-h-control min-w-0 grow basis-24 items-center gap-2 rounded-control px-2 font-medium hover:bg-accent-soft md:mt-0 md:grow-0 md:basis-auto md:px-3"
      >
        <span className="sr-only">{t`Acting for`}</span>
        <bdi className="truncate">{name}</bdi>
        <ChevronDown className="size-5 shrink-0 text-muted" />
      </button>
      <ul
        id={list}
        popover="auto"
        className="fixed inset-auto end-gutter top-16 md:start-[calc(max(0px,(100vw-var(--container-page))/2)+9rem)] md:end-auto m-0 max-h-[70dvh] w-72 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-card border border-line bg-surface p-2 text-ink shadow-raised"
      >
        {parties.map((party) => (
          <li key={party.uid}>
            <a
              href={withActingParty(landingPaths[party.role], party.uid)}
              aria-current={party.uid === uid ? 'true' : undefined}
              className="flex min-h-control items-center gap-3 rounded-control px-3 py-2 hover:bg-accent-soft"
            >
              <span className="min-w-0 grow">
                <bdi className="font-medium break-words">{party.name}</bdi>
                <span className="block text-sm text-muted">{partyRoleLabel(party)}</span>
              </span>
              {party.uid === uid && <Check className="size-5 shrink-0 text-accent" />}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
