import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { getOurKhateebs } from '../../contract/our-khateebs.ts'
import { call } from '../app/api-call.ts'
import { Instant } from '../app/formatted-values.tsx'
import { lingui } from '../app/i18n.ts'
import { lazyDialog } from '../app/lazy-dialog.tsx'
import type { MasjidKhutbah } from '../directory/record-queries.ts'
import { ActionButton } from '../members/action-button.tsx'
import { QueryView } from '../members/query-view.tsx'
import { RowsSkeleton } from '../members/skeletons.tsx'
import { invitationRevocation, sendInvitationForSlot } from '../our-khateebs/invitation-actions.ts'
import type { PendingKhateebInvitation } from '../our-khateebs/our-khateebs-query.ts'
import type { PostedSlot } from '../proposals/posted-slots.ts'
import { Button } from '../ui/button.tsx'
import { messages } from '../words/slot-panel.en.po'
import { ShortList } from './short-list.tsx'

lingui.load('en', messages)

const KhateebInvitationDialog = lazyDialog(
  async () => (await import('../our-khateebs/khateeb-invitation-dialog.tsx')).KhateebInvitationDialog,
)

interface EmailInvitationsProps {
  slot: PostedSlot
  /** The masjid's upcoming khutbahs. */
  khutbahs: readonly MasjidKhutbah[]
}

/** For owners: invites khateebs by email to an open slot. Lists khateebs who were asked already, and those with a pending invitation. */
export function EmailInvitations({ slot: { slotId }, khutbahs }: EmailInvitationsProps) {
  const titleId = useId()
  const [isInviting, setIsInviting] = useState(false)
  const query = useQuery({
    queryKey: ['khateeb-invitations'],
    // The first page of `getOurKhateebs`, even with only one khateeb, contains all pending invitations.
    queryFn: async () => (await call(getOurKhateebs, { uid: 'me', limit: '1' })).invitations,
  })
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="mb-2 font-semibold">
        {t`By Email`}
      </h3>
      <QueryView query={query} failed={t`Failed to fetch khateebs.`} skeleton={<RowsSkeleton rows={1} />}>
        {(invitations) => (
          <Invitations invitations={invitationsForSlot(invitations, slotId)} slotId={slotId} />
        )}
      </QueryView>
      <Button variant="secondary" aria-describedby={titleId} onClick={() => setIsInviting(true)}>
        {t`Ask by Email`}
      </Button>
      <KhateebInvitationDialog
        isOpen={isInviting}
        onClose={() => setIsInviting(false)}
        slotId={slotId}
        khutbahs={khutbahs}
      />
    </section>
  )
}

/** Returns the invitations for this slot, then the invitations without a slot. Omits invitations for other slots. */
function invitationsForSlot(
  invitations: readonly PendingKhateebInvitation[],
  slotId: string,
): readonly PendingKhateebInvitation[] {
  return [
    ...invitations.filter((it) => it.slot?.slotId === slotId),
    ...invitations.filter((it) => it.slot === null),
  ]
}

interface InvitationsProps {
  invitations: readonly PendingKhateebInvitation[]
  slotId: string
}

function Invitations({ invitations, slotId }: InvitationsProps) {
  if (invitations.length === 0)
    return (
      <p className="mb-3 text-sm text-muted">{t`Is your khateeb not on Minbar yet? They can answer from an email, without an account.`}</p>
    )
  return (
    <div className="mb-3">
      <ShortList name={`invitations-${slotId}`} items={invitations} keyOf={(it) => it.invitationId}>
        {(it) => <Invitation invitation={it} slotId={slotId} />}
      </ShortList>
    </div>
  )
}

function Invitation({ invitation, slotId }: { invitation: PendingKhateebInvitation; slotId: string }) {
  const id = useId()
  const { email, sentAt, slot } = invitation
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 grow basis-64">
        <bdi id={id} className="font-medium wrap-anywhere">
          {email}
        </bdi>
        <p className="text-sm text-muted">
          {slot === null ? (
            <Trans>
              Invited <Instant value={sentAt} />
            </Trans>
          ) : (
            <Trans>
              Asked <Instant value={sentAt} />
            </Trans>
          )}
        </p>
      </div>
      {slot === null ? (
        <ActionButton
          action={sendInvitationForSlot}
          given={{ email, slotId }}
          describedBy={id}
          variant="soft"
        >
          {t`Ask for This Slot`}
        </ActionButton>
      ) : (
        <ActionButton action={invitationRevocation} given={invitation} describedBy={id} variant="quiet">
          {t`Revoke`}
        </ActionButton>
      )}
    </div>
  )
}
