import { msg } from '@lingui/core/macro'
import { removeSlot as removeSlotCall } from '../../contract/khutbahs.ts'
import * as calls from '../../contract/proposals.ts'
import { call } from '../app/call.ts'
import type { MyKhutbah, OwnSlot } from '../directory/records.ts'
import type { Action } from '../members/use-action.ts'
import type { SlotName } from './slot-choice.ts'

/** A khutbah that its khateeb gives up, and why. */
export type Withdrawal = MyKhutbah & { readonly reason: string }

/** A slot of the masjid's own, with whoever is confirmed for it. */
export type OwnSlotOfDate = SlotName & Pick<OwnSlot, 'khateeb' | 'khateebUid' | 'assignmentId' | 'begun'>

/** A proposal as its khateeb names it; without `requestId` the newest for that slot is meant. */
export interface ProposalOfKhateeb {
  readonly slotId: string
  readonly requestId?: string
}

/** A khateeb's request as its masjid names it; without `requestId` the newest for that slot and khateeb is meant. */
export interface RequestOfMasjid {
  readonly slotId: string
  readonly requestId?: string
  readonly requesterId: string
}

/** An invite as its masjid names it. */
export interface InviteOfMasjid {
  readonly slotId: string
  readonly requestId?: string
  readonly khateebUid: string
}

const ofKhateeb = ({ slotId, requestId }: ProposalOfKhateeb) => ({ khateebUid: 'me', slotId, requestId })

const ofMasjid = ({ slotId, requestId }: Pick<RequestOfMasjid, 'slotId' | 'requestId'>) => ({
  masjidUid: 'me',
  slotId,
  requestId,
})

export const acceptInvite: Action<ProposalOfKhateeb> = {
  run: (invite) => call(calls.acceptInvite, ofKhateeb(invite)),
  done: msg`Invite accepted! You've been assigned to that khutbah. Please refresh if your khutbahs did not update.`,
  failed: msg`Failed to accept invite. Please try again.`,
}

export const rejectInvite: Action<ProposalOfKhateeb> = {
  run: (invite) => call(calls.rejectInvite, ofKhateeb(invite)),
  done: msg`Invite rejected.`,
  failed: msg`Error rejecting invite. Please try again.`,
}

export const revokeSentRequest: Action<ProposalOfKhateeb> = {
  run: (request) => call(calls.revokeSentRequest, ofKhateeb(request)),
  done: msg`Request revoked successfully.`,
  failed: msg`Error revoking request.`,
}

export const withdraw: Action<Withdrawal> = {
  run: ({ slotId, assignmentId, reason }) =>
    call(calls.withdrawKhateeb, { khateebUid: 'me', slotId, assignmentId, reason }),
  done: msg`You have withdrawn from that khutbah.`,
  failed: msg`Failed to withdraw.`,
}

export const approveRequest: Action<RequestOfMasjid> = {
  run: (request) => call(calls.approveRequest, { ...ofMasjid(request), requesterId: request.requesterId }),
  done: msg`Request approved successfully! Please refresh.`,
  failed: msg`Failed to approve request.`,
}

export const rejectRequest: Action<RequestOfMasjid> = {
  run: (request) => call(calls.rejectRequest, { ...ofMasjid(request), requesterId: request.requesterId }),
  done: msg`Request rejected`,
  failed: msg`Failed to reject request.`,
}

export const revokeInvite: Action<InviteOfMasjid> = {
  run: (invite) => call(calls.revokeInvite, { ...ofMasjid(invite), khateebUid: invite.khateebUid }),
  done: msg`Invite revoked.`,
  failed: msg`Failed to revoke invite.`,
}

/** The assignment that was seen is named, so that nobody else is removed. */
export const removeKhateeb: Action<OwnSlotOfDate> = {
  run: ({ slotId, assignmentId }) => call(calls.removeKhateeb, { masjidUid: 'me', slotId, assignmentId }),
  done: msg`Khateeb removed successfully.`,
  failed: msg`Failed to remove khateeb.`,
}

export const removeSlot: Action<OwnSlotOfDate> = {
  run: ({ slotId }) => call(removeSlotCall, { masjidUid: 'me', slotId }),
  done: msg`The slot was taken away.`,
  failed: msg`Failed to take the slot away.`,
}
