import { t } from '@lingui/core/macro'
import type { RawInputOf } from '../../contract/endpoint.ts'
import { inviteMember } from '../../contract/members.ts'
import { call } from '../app/api-call.ts'
import type { Action } from '../app/use-action.ts'
import { useLazyForm } from '../forms/use-lazy-form.ts'
import { DialogForm } from '../identity/account/dialog-form.tsx'
import { useConfirmEmailNotice } from '../members/use-confirm-email-notice.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { PendingInvitation } from './member-queries.ts'
import { RoleSelect } from './role-select.tsx'

const loadResolver = async () => (await import('./form-resolvers.ts')).invitationResolver

const sendInvitation: Action<RawInputOf<typeof inviteMember>> = {
  run: (values) => call(inviteMember, values),
  done: (_, { email }) => t`We sent an invitation to ${email}.`,
  failed: () => t`Failed to send the invitation.`,
}

interface MemberInvitationDialogProps {
  /** The pending invitation to send again; undefined for a new one. */
  pending?: Pick<PendingInvitation, 'email' | 'memberRole'>
  onClose: () => void
}

/** Asks for the email and the role of a new member, and for the password. */
export function MemberInvitationDialog({ pending, onClose }: MemberInvitationDialogProps) {
  const { email = '', memberRole = 'scheduler' } = pending ?? {}
  const { noticing, notice } = useConfirmEmailNotice(sendInvitation)
  const form = useLazyForm(loadResolver, { email, memberRole, password: '' })
  return (
    <DialogForm
      form={form}
      action={noticing}
      title={t`Invite a Member`}
      onClose={onClose}
      submitText={t`Send Invitation`}
      busyText={t`Sending...`}
    >
      <TextField
        {...form.field('email')}
        label={t`Their email`}
        hint={t`We email a link that works once, within a week. It doesn’t matter whether they have an account already.`}
        type="email"
        autoComplete="off"
        required
      />
      <RoleSelect {...form.field('memberRole')} chosen={form.watch('memberRole')} />
      <PasswordField {...form.field('password')} label={t`Your password`} />
      {notice}
    </DialogForm>
  )
}
