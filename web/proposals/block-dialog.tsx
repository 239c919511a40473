import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { blockAccount } from '../../contract/blocks.ts'
import type { getMasjidDetails } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { call } from '../app/api-call.ts'
import { formatDate, formatTime } from '../app/format.ts'
import { lingui } from '../app/i18n.ts'
import { useZoneLabel } from '../app/slot-time.tsx'
import { type Action, useAction } from '../app/use-action.ts'
import type { KhateebMasjidPair } from '../blocking/actions.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { UserText } from '../ui/user-text.tsx'
import { messages } from '../words/block.en.po'
import { closedProposalsText } from './closed-proposals.ts'

lingui.load('en', messages)

type PendingProposals = OutputOf<typeof getMasjidDetails>['pendingWithYou']

const block: Action<KhateebMasjidPair, OutputOf<typeof blockAccount>> = {
  run: (pair) => call(blockAccount, pair),
  done: ({ closed }) => ({
    text: t`Blocked. You won’t get any more requests from them.`,
    reason: closedProposalsText(closed),
  }),
  failed: () => t`Failed to block.`,
}

export interface BlockDialogProps {
  pair: KhateebMasjidPair
  /** Name of the other account. */
  name: string
  /** The pending proposals between the two accounts, which a block closes. */
  pending: PendingProposals
  /** Label of the confirm button. */
  label: string
  onClose: () => void
}

/** Asks for confirmation, and lists the proposals that the block closes. Unblocking does not restore them. */
export function BlockDialog({ pair, name, pending, label, onClose }: BlockDialogProps) {
  const { mutate, isPending } = useAction(block, { onDone: onClose, onRefused: onClose })
  return (
    <ConfirmDialog
      title={
        <Trans>
          Block <UserText text={name} />?
        </Trans>
      }
      confirmText={label}
      busy={isPending}
      busyText={t`Blocking...`}
      onConfirm={() => mutate(pair)}
      onClose={onClose}
    >
      <p>{t`Neither of you can send the other an invite or a request until you unblock them. Confirmed khutbahs stay confirmed.`}</p>
      <ClosedProposalList pending={pending} isKhateeb={pair.khateebUid === 'me'} />
    </ConfirmDialog>
  )
}

function ClosedProposalList({ pending, isKhateeb }: { pending: PendingProposals; isKhateeb: boolean }) {
  const zoneOf = useZoneLabel()
  if (pending.length === 0) return null
  return (
    <>
      <p className="mt-3">{t`This also closes:`}</p>
      <ul className="mt-1 list-disc ps-6">
        {pending.map((proposal) => (
          <li key={proposal.slotId}>{nameOf(proposal, isKhateeb, zoneOf(proposal))}</li>
        ))}
      </ul>
    </>
  )
}

function nameOf(
  { kind, khutbahDate, khutbahTime }: PendingProposals[number],
  isKhateeb: boolean,
  zone: string | undefined,
): string {
  const date = formatDate(khutbahDate)
  const time = formatTime(khutbahTime, zone)
  const isOwn = (kind === 'request') === isKhateeb
  if (kind === 'invite')
    return isOwn ? t`your invite for ${date} at ${time}` : t`their invite for ${date} at ${time}`
  return isOwn ? t`your request for ${date} at ${time}` : t`their request for ${date} at ${time}`
}
