import { t } from '@lingui/core/macro'
import * as assignmentCalls from '../../contract/assignments.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { removeSlot as removeSlotCall } from '../../contract/khutbahs.ts'
import * as calls from '../../contract/proposals.ts'
import { call } from '../app/api-call.ts'
import type { Action } from '../app/use-action.ts'
import type { MasjidSlot, MyKhutbah } from '../directory/record-queries.ts'
import { closedProposalsText } from './closed-proposals.ts'

/** A khutbah that its khateeb withdraws from, with the reason. */
export type Withdrawal = MyKhutbah & { readonly reason: string }

/**
 * The fields that identify a proposal in the calls of both sides. Without `requestId`, they identify the khateeb's newest proposal for
 * the slot.
 */
interface ProposalRef {
  readonly slotId: string
  /** The start on the screen. The server refuses an acceptance or approval if the slot has moved to another start. */
  readonly startsAt: string
  readonly requestId?: string
}

/** The fields that identify a request in a masjid's call. */
type MasjidRequestRef = ProposalRef & { readonly requesterId: string }

/** The fields that identify an invite in a masjid's call. */
type MasjidInviteRef = ProposalRef & { readonly khateebUid: string }

export type DecisionOutcome = OutputOf<typeof calls.acceptInvite>

/**
 * Returns the scope of toasts about a slot. It is also the scope of a khateeb's toasts about his proposal, because he has at most one
 * pending proposal for a slot.
 */
export const slotToastScope = ({ slotId }: Pick<ProposalRef, 'slotId'>) => slotId

/**
 * Returns the scope of a masjid's toasts about a proposal between the masjid and one khateeb. Toasts about the slot replace these toasts.
 */
export const proposalToastScope = (slotId: string, khateebUid: string) => `${slotId}/${khateebUid}`

const khateebParams = ({ slotId, requestId }: ProposalRef) => ({ khateebUid: 'me', slotId, requestId })

const masjidParams = ({ slotId, requestId }: ProposalRef) => ({ masjidUid: 'me', slotId, requestId })

/** An invite. `masjidEmail` is undefined in responses to unauthenticated callers. */
type InviteRef = ProposalRef & { readonly masjidEmail: string | undefined }

export const acceptInvite: Action<InviteRef, DecisionOutcome> = {
  run: async (invite) => {
    const result = await call(calls.acceptInvite, { ...khateebParams(invite), seenStart: invite.startsAt })
    if (invite.masjidEmail !== undefined) notifyMasjid(invite)
    return result
  },
  done: ({ closed }) => ({
    text: t`Invite accepted! You've been assigned to that khutbah. Please refresh if your khutbahs did not update.`,
    reason: closedProposalsText(closed),
  }),
  failed: () => t`Failed to accept invite. Please try again.`,
  textAsksForRetry: true,
  scope: slotToastScope,
}

/** Accepting has already queued the letter to the masjid, so a failure of this call changes nothing. */
function notifyMasjid({ slotId }: InviteRef): void {
  call(calls.notifyMasjid, { slotId }).catch(() => undefined)
}

export const rejectInvite: Action<ProposalRef, DecisionOutcome> = {
  run: (invite) => call(calls.rejectInvite, khateebParams(invite)),
  done: () => t`Invite rejected.`,
  failed: () => t`Error rejecting invite. Please try again.`,
  textAsksForRetry: true,
  scope: slotToastScope,
}

export const revokeSentRequest: Action<ProposalRef, DecisionOutcome> = {
  run: (request) => call(calls.revokeSentRequest, khateebParams(request)),
  done: () => t`Request revoked successfully.`,
  failed: () => t`Error revoking request.`,
  scope: slotToastScope,
}

export const withdraw: Action<Withdrawal> = {
  run: ({ slotId, assignmentId, reason }) =>
    call(assignmentCalls.withdrawKhateeb, { khateebUid: 'me', slotId, assignmentId, reason }),
  done: () => t`You have withdrawn from that khutbah.`,
  failed: () => t`Failed to withdraw.`,
  scope: slotToastScope,
}

/**
 * The fields that identify a confirmed khutbah in a khateeb's call. Without `assignmentId`, they identify the khateeb's newest assignment
 * to the slot.
 */
type AssignmentRef = Pick<MyKhutbah, 'slotId' | 'startsAt'> & Partial<Pick<MyKhutbah, 'assignmentId'>>

/** Sends the start on the screen, so that the server refuses the confirmation if the slot has moved again. */
export const reconfirm: Action<AssignmentRef> = {
  run: ({ slotId, assignmentId, startsAt }) =>
    call(assignmentCalls.reconfirmKhateeb, { khateebUid: 'me', slotId, assignmentId, seenStart: startsAt }),
  done: () => t`Thank you. The masjid knows that you are coming.`,
  failed: () => t`Failed to confirm.`,
  scope: slotToastScope,
}

export const approveRequest: Action<MasjidRequestRef, DecisionOutcome> = {
  run: (request) =>
    call(calls.approveRequest, {
      ...masjidParams(request),
      seenStart: request.startsAt,
      requesterId: request.requesterId,
    }),
  done: ({ closed }) => ({
    text: t`Request approved successfully! Please refresh.`,
    reason: closedProposalsText(closed),
  }),
  failed: () => t`Failed to approve request.`,
  // An approval closes the other proposals for the slot, so this toast replaces the toasts about these proposals.
  scope: slotToastScope,
}

export const rejectRequest: Action<MasjidRequestRef, DecisionOutcome> = {
  run: (request) => call(calls.rejectRequest, { ...masjidParams(request), requesterId: request.requesterId }),
  done: () => t`Request rejected`,
  failed: () => t`Failed to reject request.`,
  scope: ({ slotId, requesterId }) => proposalToastScope(slotId, requesterId),
}

export const revokeInvite: Action<MasjidInviteRef, DecisionOutcome> = {
  run: (invite) => call(calls.revokeInvite, { ...masjidParams(invite), khateebUid: invite.khateebUid }),
  done: () => t`Invite revoked.`,
  failed: () => t`Failed to revoke invite.`,
  scope: ({ slotId, khateebUid }) => proposalToastScope(slotId, khateebUid),
}

/** Sends the id of the assignment on the screen, so that a khateeb who was confirmed meanwhile is not removed. */
export const removeKhateeb: Action<Pick<MasjidSlot, 'slotId' | 'assignmentId'>> = {
  run: ({ slotId, assignmentId }) =>
    call(assignmentCalls.removeKhateeb, { masjidUid: 'me', slotId, assignmentId }),
  done: () => t`Khateeb removed successfully.`,
  failed: () => t`Failed to remove khateeb.`,
  scope: slotToastScope,
}

/** Sends the id of the assignment on the screen, so that a slot whose khateeb was confirmed meanwhile is not removed. */
export const removeSlot: Action<Pick<MasjidSlot, 'slotId' | 'assignmentId'>> = {
  run: ({ slotId, assignmentId }) =>
    call(removeSlotCall, {
      masjidUid: 'me',
      slotId,
      seenAssignments: assignmentId === null ? [] : [assignmentId],
    }),
  done: () => t`The service is canceled.`,
  failed: () => t`Failed to cancel the service.`,
  scope: slotToastScope,
}
