import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { formatLanguages } from '../app/format-languages.ts'
import { Phone } from '../app/formatted-values.tsx'
import { lingui } from '../app/i18n.ts'
import { khateebQuery } from '../directory/khateeb-query.ts'
import { ActionButton } from '../members/action-button.tsx'
import { TheirEmailUnverifiedBadge } from '../members/badges.tsx'
import { KhateebLink } from '../members/name-link.tsx'
import { QueryView } from '../members/query-view.tsx'
import { RowsSkeleton } from '../members/skeletons.tsx'
import { approveRequest, proposalToastScope, rejectRequest, revokeInvite } from '../proposals/actions.ts'
import { ApproveNotes } from '../proposals/decision-notes.tsx'
import type { PostedSlot } from '../proposals/posted-slots.ts'
import { messages } from '../words/slot-panel.en.po'
import { ShortList } from './short-list.tsx'

lingui.load('en', messages)

type PendingProposal = PostedSlot['pending'][number]

/** The requests for a slot, each with the khateeb's profile, and the slot's invites. */
export function PendingKhateebs({ slot }: { slot: PostedSlot }) {
  const requests = slot.pending.filter((it) => it.direction === 'request')
  const invites = slot.pending.filter((it) => it.direction === 'invite')
  return (
    <>
      <Group title={t`Asked for this slot`} slot={slot} pending={requests} />
      <Group title={t`Invited`} slot={slot} pending={invites} />
    </>
  )
}

interface GroupProps {
  title: string
  slot: PostedSlot
  pending: readonly PendingProposal[]
}

function Group({ title, slot, pending }: GroupProps) {
  if (pending.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="mb-2 font-semibold">{title}</h3>
      <ShortList name={`pending-${slot.slotId}`} items={pending} keyOf={(it) => it.khateebUid}>
        {(it) => <PendingKhateeb slot={slot} pending={it} />}
      </ShortList>
    </section>
  )
}

function PendingKhateeb({ slot, pending }: { slot: PostedSlot; pending: PendingProposal }) {
  const { khateebUid, direction } = pending
  const isRequest = direction === 'request'
  const query = useQuery(khateebQuery(khateebUid))
  const nameId = useId()
  const target = {
    // The calls about requests name the khateeb `requesterId`, and the calls about invites name him `khateebUid`.
    given: { ...slot, khateebUid, requesterId: khateebUid },
    group: proposalToastScope(slot.slotId, khateebUid),
    describedBy: nameId,
  }
  return (
    <QueryView query={query} failed={t`Failed to fetch khateebs.`} skeleton={<RowsSkeleton rows={1} />}>
      {({ firstName, lastName, city, stateCode, languages, bio, expertise, phone, pendingWithYou }) => {
        const notes = pendingWithYou.find((it) => it.slotId === slot.slotId)?.ifApproved
        return (
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
            <div className="min-w-0 grow basis-64">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span id={nameId} className="min-w-0 font-medium">
                  <KhateebLink uid={khateebUid} slotId={slot.slotId}>
                    {`${firstName} ${lastName}`}
                  </KhateebLink>
                </span>
                {isRequest && !pending.emailVerified && <TheirEmailUnverifiedBadge />}
              </div>
              <p className="text-sm text-muted">
                <bdi>{`${city}, ${stateCode}`}</bdi>
                {languages.length > 0 && ` · ${formatLanguages(languages)}`}
              </p>
              {isRequest && (
                <>
                  {bio !== '' && <ShortText text={bio} />}
                  {expertise !== '' && <ShortText text={expertise} />}
                  {phone !== null && <Phone value={phone} />}
                  {notes && <ApproveNotes {...notes} />}
                </>
              )}
            </div>
            {isRequest ? (
              <div className="grid grid-cols-2 gap-2">
                <ActionButton {...target} action={approveRequest} variant="primary">
                  {t`Approve`}
                </ActionButton>
                <ActionButton {...target} action={rejectRequest}>
                  {t`Reject`}
                </ActionButton>
              </div>
            ) : (
              <ActionButton {...target} action={revokeInvite} variant="quiet">
                {t`Revoke`}
              </ActionButton>
            )}
          </div>
        )
      }}
    </QueryView>
  )
}

/** The beginning of a text from a profile. The khateeb's details show the whole text. */
function ShortText({ text }: { text: string }) {
  return (
    <p className="mt-1 line-clamp-4 text-sm wrap-anywhere">
      <bdi>{text}</bdi>
    </p>
  )
}
