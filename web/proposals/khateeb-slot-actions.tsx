import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { Inbox, Send } from 'lucide-react'
import { Suspense, useId } from 'react'
import { isInviteForbidden } from '../../contract/availability-choices.ts'
import { CallFailed } from '../../contract/client.ts'
import type { getKhateebDetails, getKhateebs } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { inviteToLead } from '../../contract/proposals.ts'
import { call } from '../app/api-call.ts'
import { failureMessage } from '../app/failure-message.ts'
import { formatDate, formatTime } from '../app/format.ts'
import { lazyPart } from '../app/lazy-part.tsx'
import { useZoneLabel } from '../app/slot-time.tsx'
import { type Action, type FailureToast, useAction } from '../app/use-action.ts'
import { khateebQuery } from '../directory/khateeb-query.ts'
import type { MasjidKhutbah } from '../directory/record-queries.ts'
import { ActionButton } from '../members/action-button.tsx'
import { TheirEmailUnverifiedBadge } from '../members/badges.tsx'
import { ConfirmEmailNotice } from '../members/email-confirmation.tsx'
import { SlotDateTime } from '../members/slot-date-time.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { showFailure } from '../ui/toasts.tsx'
import { approveRequest, proposalToastScope, rejectRequest, revokeInvite } from './actions.ts'
import { ApproveNotes } from './decision-notes.tsx'
import { type DatedSlot, hasNoOpenSlots, pendingProposal } from './open-slots.ts'

type KhateebDetails = OutputOf<typeof getKhateebDetails>

/** Whether the khateeb can be invited to the chosen slot. */
interface Invitability {
  /** Undefined while unknown. */
  readonly availability?: Omit<KhateebDetails['availability'][number], 'slotId'> | undefined
  /** Set if a block or the masjid's rules forbid all invites. */
  readonly cannotInvite?: KhateebDetails['cannotInvite'] | undefined
}

interface KhateebSlotActionsProps {
  khateeb: { readonly uid: string; readonly name: string }
  /** The chosen slot. */
  slot: DatedSlot | undefined
  /** The masjid's own khutbahs; undefined until they are loaded. */
  khutbahs: readonly MasjidKhutbah[] | undefined
  /** The khateeb's card in a list of khateebs for the slot. Without it, this component loads the khateeb's details. */
  listed?: Pick<OutputOf<typeof getKhateebs>[number], 'availability' | 'approval' | 'cannotInvite'>
  /** Called when the user presses the invite button without a chosen slot, so that the page can mark the slot picker as invalid. */
  onNoSlot: () => void
  /** The id of a text on the screen which says that no slot is open. Without it, this component shows such a text. */
  noSlotsId?: string
  /** Whether the screen shows elsewhere that the khateeb's email is unverified. */
  saysUnverified?: boolean
  /**
   * Whether the list of khateebs is changing. Presses are then ignored, because the cards move and may still show the availability for the
   * previous slot.
   */
  isChanging?: boolean
}

/** The masjid's actions for a khateeb and the chosen slot: answer his request, revoke the masjid's invite, or invite him. */
export function KhateebSlotActions(props: KhateebSlotActionsProps) {
  const { khateeb, slot, khutbahs, saysUnverified = false, isChanging = false } = props
  const id = useId()
  const pending = slot && khutbahs && pendingProposal(khutbahs, slot, khateeb.uid)
  const isRequest = pending?.direction === 'request'
  // The khateeb's details say what an approval closes. The masjid's record says so only for the requests that it lists.
  const { data: details, isLoading: areDetailsLoading } = useQuery({
    ...khateebQuery(khateeb.uid),
    enabled: isRequest,
  })
  if (slot === undefined || pending === undefined) return <InviteKhateeb {...props} />
  const notes = details?.pendingWithYou.find((it) => it.slotId === slot.slotId)?.ifApproved
  const target = {
    given: { ...slot, requesterId: khateeb.uid, khateebUid: khateeb.uid },
    group: proposalToastScope(slot.slotId, khateeb.uid),
    describedBy: id,
  }
  return (
    // The key resets the busy state of the buttons when they are for another proposal than before.
    <div
      key={`${slot.slotId} ${pending.direction}`}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2"
    >
      <div id={id} className="grid justify-items-start gap-1">
        <Badge tone={isRequest ? 'accent' : 'info'} icon={isRequest ? Inbox : Send}>
          {isRequest ? t`Has asked for this slot` : t`Invited to this slot`}
        </Badge>
        <span className="text-sm text-muted">
          <SlotDateTime date={slot.khutbahDate} time={slot.khutbahTime} startsAt={slot.startsAt} />
        </span>
        {isRequest && !pending.emailVerified && !saysUnverified && <TheirEmailUnverifiedBadge />}
        {isRequest && notes && <ApproveNotes {...notes} />}
      </div>
      {isRequest ? (
        <div className="grid grid-cols-2 gap-2">
          <ActionButton
            {...target}
            action={approveRequest}
            variant="primary"
            isLoading={isChanging || areDetailsLoading}
          >
            {t`Approve`}
          </ActionButton>
          <ActionButton {...target} action={rejectRequest} isLoading={isChanging}>
            {t`Reject`}
          </ActionButton>
        </div>
      ) : (
        <ActionButton {...target} action={revokeInvite} isLoading={isChanging}>
          {t`Revoke`}
        </ActionButton>
      )}
    </div>
  )
}

interface InviteToSend {
  readonly khateeb: KhateebSlotActionsProps['khateeb']
  readonly slot: DatedSlot
  /** The label of the slot's time zone, if the time needs one. */
  readonly zone: string | undefined
}

const invite: Action<InviteToSend> = {
  run: ({ khateeb, slot }) =>
    call(inviteToLead, {
      masjidUid: 'me',
      khateebUid: khateeb.uid,
      slotId: slot.slotId,
      seenStart: slot.startsAt,
    }),
  done: (_, { khateeb, slot, zone }) => {
    const { name } = khateeb
    const date = formatDate(slot.khutbahDate)
    const time = formatTime(slot.khutbahTime, zone)
    return t`Invite sent to ${name} for ${date} at ${time}`
  },
  failed: inviteFailureToast,
  scope: ({ khateeb, slot }) => proposalToastScope(slot.slotId, khateeb.uid),
}

const SlotAvailability = lazyPart(async () => (await import('./slot-availability.tsx')).SlotAvailability)

/** Returns what is known about an invite to the chosen slot before the user sends the invite. Without a slot, nothing is known. */
function useInvitability({ khateeb, slot, listed }: KhateebSlotActionsProps): Invitability {
  const isAsked = listed === undefined && slot !== undefined
  const { data } = useQuery({ ...khateebQuery(khateeb.uid), enabled: isAsked })
  if (slot === undefined) return {}
  // While the list is loading for another slot, its cards still have the availability for the previous slot. Presses are ignored then
  // (`isChanging`).
  if (listed !== undefined) return { ...listed, availability: listed.availability?.[0] }
  return {
    availability: data?.availability.find((it) => it.slotId === slot.slotId),
    cannotInvite: data?.cannotInvite,
  }
}

/** The button that invites a khateeb to the chosen slot. */
function InviteKhateeb(props: KhateebSlotActionsProps) {
  const { khateeb, slot, khutbahs, listed, onNoSlot, noSlotsId, isChanging = false } = props
  const nameId = useId()
  const reasonId = useId()
  const availabilityId = useId()
  const { availability, cannotInvite } = useInvitability(props)
  // Whether the server would refuse the invite.
  const isRefused =
    listed?.approval === 'needed' || Boolean(cannotInvite) || isInviteForbidden(availability?.rules ?? [])
  const zoneOf = useZoneLabel()
  const { mutate, isPending, error } = useAction(invite)
  const isFull = hasNoOpenSlots(khutbahs)
  const ask = () => {
    if (khutbahs === undefined) return showFailure(t`Masjid info not loaded yet.`)
    if (slot !== undefined) return mutate({ khateeb, slot, zone: zoneOf(slot) })
    showFailure(t`Please select a khutbah slot first.`)
    return onNoSlot()
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <span id={nameId} hidden>
        {khateeb.name}
      </span>
      <div id={availabilityId} className="flex flex-wrap items-center gap-x-3 gap-y-1 empty:hidden">
        {(availability ?? cannotInvite) && (
          <Suspense>
            <SlotAvailability
              availability={availability}
              approval={listed?.approval}
              cannotInvite={cannotInvite}
            />
          </Suspense>
        )}
      </div>
      <Button
        variant="secondary"
        wide
        busy={isPending || isChanging}
        disabled={isFull || isRefused}
        aria-describedby={isFull ? `${nameId} ${noSlotsId ?? reasonId}` : `${nameId} ${availabilityId}`}
        onClick={ask}
      >
        {t`Request This Khateeb`}
      </Button>
      {isFull && noSlotsId === undefined && (
        <p id={reasonId} className="text-sm text-muted">
          {t`You have no open slots. Post a khutbah, then request a khateeb for it.`}
        </p>
      )}
      <ConfirmEmailNotice error={error} />
    </div>
  )
}

/**
 * Returns the toast for a failed invite. There is one text each for: no response; a busy server (429, 503); a refusal with a reason; an
 * unknown error.
 */
function inviteFailureToast(error: Error): FailureToast {
  if (!(error instanceof CallFailed) || error.code === 'internal')
    return { text: t`Failed to send invite: Unknown error`, reason: undefined }
  const reason = failureMessage(error)
  if (error.status === 0) return { text: t`Error sending invite. Please try again.`, reason: undefined }
  if (error.status === 503 || error.status === 429) return { text: t`Invite failed.`, reason }
  return { text: t`Failed to send invite: ${reason}`, reason: undefined }
}
