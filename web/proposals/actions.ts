import { t } from '@lingui/core/macro'
import { removeSlot as removeSlotCall } from '../../contract/khutbahs.ts'
import * as calls from '../../contract/proposals.ts'
import { call } from '../app/api-call.ts'
import type { Action } from '../app/use-action.ts'
import type { MyKhutbah, OwnSlot } from '../directory/record-queries.ts'
import type { DatedSlot } from './open-slots.ts'

/** A khutbah that its khateeb gives up, and why. */
export type Withdrawal = MyKhutbah & { readonly reason: string }

/** A slot of the masjid's own, with whoever is confirmed for it. */
export type OwnDatedSlot = DatedSlot & Pick<OwnSlot, 'khateeb' | 'khateebUid' | 'assignmentId' | 'begun'>

/** A proposal as its khateeb names it; without `requestId` the newest for that slot is meant. */
export interface KhateebProposalRef {
  readonly slotId: string
  readonly requestId?: string
}

/** A khateeb's request as its masjid names it; without `requestId` the newest for that slot and khateeb is meant. */
export interface MasjidRequestRef {
  readonly slotId: string
  readonly requestId?: string
  readonly requesterId: string
}

/** An invite as its masjid names it. */
export interface MasjidInviteRef {
  readonly slotId: string
  readonly requestId?: string
  readonly khateebUid: string
}

const ofKhateeb = ({ slotId, requestId }: KhateebProposalRef) => ({ khateebUid: 'me', slotId, requestId })

const ofMasjid = ({ slotId, requestId }: Pick<MasjidRequestRef, 'slotId' | 'requestId'>) => ({
  masjidUid: 'me',
  slotId,
  requestId,
})

export const acceptInvite: Action<KhateebProposalRef> = {
  run: (invite) => call(calls.acceptInvite, ofKhateeb(invite)),
  done: () =>
    t`Invite accepted! You've been assigned to that khutbah. Please refresh if your khutbahs did not update.`,
  failed: () => t`Failed to accept invite. Please try again.`,
}

export const rejectInvite: Action<KhateebProposalRef> = {
  run: (invite) => call(calls.rejectInvite, ofKhateeb(invite)),
  done: () => t`Invite rejected.`,
  failed: () => t`Error rejecting invite. Please try again.`,
}

export const revokeSentRequest: Action<KhateebProposalRef> = {
  run: (request) => call(calls.revokeSentRequest, ofKhateeb(request)),
  done: () => t`Request revoked successfully.`,
  failed: () => t`Error revoking request.`,
}

export const withdraw: Action<Withdrawal> = {
  run: ({ slotId, assignmentId, reason }) =>
    call(calls.withdrawKhateeb, { khateebUid: 'me', slotId, assignmentId, reason }),
  done: () => t`You have withdrawn from that khutbah.`,
  failed: () => t`Failed to withdraw.`,
}

export const approveRequest: Action<MasjidRequestRef> = {
  run: (request) => call(calls.approveRequest, { ...ofMasjid(request), requesterId: request.requesterId }),
  done: () => t`Request approved successfully! Please refresh.`,
  failed: () => t`Failed to approve request.`,
}

export const rejectRequest: Action<MasjidRequestRef> = {
  run: (request) => call(calls.rejectRequest, { ...ofMasjid(request), requesterId: request.requesterId }),
  done: () => t`Request rejected`,
  failed: () => t`Failed to reject request.`,
}

export const revokeInvite: Action<MasjidInviteRef> = {
  run: (invite) => call(calls.revokeInvite, { ...ofMasjid(invite), khateebUid: invite.khateebUid }),
  done: () => t`Invite revoked.`,
  failed: () => t`Failed to revoke invite.`,
}

/** The assignment that was seen is named, so that nobody else is removed. */
export const removeKhateeb: Action<OwnDatedSlot> = {
  run: ({ slotId, assignmentId }) => call(calls.removeKhateeb, { masjidUid: 'me', slotId, assignmentId }),
  done: () => t`Khateeb removed successfully.`,
  failed: () => t`Failed to remove khateeb.`,
}

export const removeSlot: Action<OwnDatedSlot> = {
  run: ({ slotId }) => call(removeSlotCall, { masjidUid: 'me', slotId }),
  done: () => t`The slot was taken away.`,
  failed: () => t`Failed to take the slot away.`,
}
