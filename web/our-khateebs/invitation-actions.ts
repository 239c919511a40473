import { t } from '@lingui/core/macro'
import type { OutputOf } from '../../contract/endpoint.ts'
import { inviteNewKhateeb, revokeInvitation } from '../../contract/members.ts'
import { call } from '../app/api-call.ts'
import { lingui } from '../app/i18n.ts'
import type { Action } from '../app/use-action.ts'
import { messages } from '../words/our-khateebs.en.po'
import type { PendingKhateebInvitation } from './our-khateebs-query.ts'

lingui.load('en', messages)

/** Sends an invitation again. The link in its new letter replaces the earlier one. */
export const resendInvitation: Action<PendingKhateebInvitation> = {
  run: ({ email, slot }) => call(inviteNewKhateeb, { email, slotId: slot?.slotId ?? null }),
  done: (_, { email }) => t`We sent the invitation to ${email} again.`,
  failed: () => t`Failed to send the invitation.`,
}

/** Sends an invitation for a slot to an email address. */
export const sendInvitationForSlot: Action<{ readonly email: string; readonly slotId: string }> = {
  run: ({ email, slotId }) => call(inviteNewKhateeb, { email, slotId }),
  done: (_, { email }) => t`We emailed ${email}.`,
  failed: () => t`Failed to send the invitation.`,
}

export const invitationRevocation: Action<PendingKhateebInvitation, OutputOf<typeof revokeInvitation>> = {
  run: ({ invitationId }) => call(revokeInvitation, { invitationId }),
  done: ({ changed }, { email }) =>
    changed
      ? t`The invitation to ${email} no longer works.`
      : { text: t`The invitation to ${email} was already answered or revoked.`, isInfo: true },
  failed: () => t`Failed to revoke the invitation.`,
}
