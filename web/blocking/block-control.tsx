import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useRef } from 'react'
import type { getMasjidDetails } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { formatDate, formatTime } from '../app/format.ts'
import { ActionButton } from '../members/action-button.tsx'
import { ConfirmedAction } from '../members/confirmed-action.tsx'
import { useRestoreFocus } from '../members/restore-focus.ts'
import { Notice } from '../ui/notice.tsx'
import { UserText } from '../ui/user-text.tsx'
import { type BlockPair, block, unblock } from './actions.ts'

type Pending = OutputOf<typeof getMasjidDetails>['pendingWithYou']

interface BlockControlProps {
  pair: BlockPair
  /** Name of the other account. */
  name: string
  /** Whether the user has blocked the other account. */
  blocked: boolean
  /** The pending proposals between the two, which a block closes. */
  pending: Pending
  /** Label of the Block button. */
  label: string
}

/**
 * Blocks the masjid or khateeb of the screen, or unblocks them. Blocking rejects or revokes the pending
 * proposals between the two, so it asks first and names them.
 */
export function BlockControl({ pair, name, blocked, pending, label }: BlockControlProps) {
  const nameId = useId()
  const place = useRef<HTMLDivElement>(null)
  useRestoreFocus(place)
  return (
    <div ref={place}>
      <span id={nameId} hidden>
        {name}
      </span>
      {blocked ? (
        <Notice
          tone="warning"
          title={t`You have blocked them`}
          action={
            <ActionButton action={unblock} given={pair} describedBy={nameId}>
              {t`Unblock`}
            </ActionButton>
          }
        >
          {t`Neither of you can send the other a request. Confirmed khutbahs stay confirmed.`}
        </Notice>
      ) : (
        // The negative margin aligns the label, not the button's edge, with the text around it.
        <div className="-ms-3 md:-ms-4">
          <ConfirmedAction
            variant="quiet"
            action={block}
            given={pair}
            describedBy={nameId}
            label={label}
            title={
              <Trans>
                Block <UserText text={name} />?
              </Trans>
            }
            busyText={t`Blocking...`}
          >
            <p>{t`Neither of you can send the other a request until you unblock them. Confirmed khutbahs stay confirmed.`}</p>
            <WhatCloses pending={pending} isKhateeb={pair.khateebUid === 'me'} />
          </ConfirmedAction>
        </div>
      )}
    </div>
  )
}

/** Names the pending proposals that a block closes. */
function WhatCloses({ pending, isKhateeb }: { pending: Pending; isKhateeb: boolean }) {
  if (pending.length === 0) return null
  return (
    <>
      <p className="mt-3">{t`This also closes:`}</p>
      <ul className="mt-1 list-disc ps-6">
        {pending.map((proposal) => (
          <li key={`${proposal.khutbahDate} ${proposal.khutbahTime}`}>{nameOf(proposal, isKhateeb)}</li>
        ))}
      </ul>
    </>
  )
}

function nameOf({ kind, khutbahDate, khutbahTime }: Pending[number], isKhateeb: boolean): string {
  const date = formatDate(khutbahDate)
  const time = formatTime(khutbahTime)
  const isOwn = (kind === 'request') === isKhateeb
  if (kind === 'invite')
    return isOwn ? t`your invite for ${date} at ${time}` : t`their invite for ${date} at ${time}`
  return isOwn ? t`your request for ${date} at ${time}` : t`their request for ${date} at ${time}`
}
