import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { removeMember } from '../../contract/members.ts'
import { call } from '../app/api-call.ts'
import type { Action } from '../app/use-action.ts'
import { useLazyForm } from '../forms/use-lazy-form.ts'
import { DialogForm } from '../identity/account/dialog-form.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { UserText } from '../ui/user-text.tsx'
import { nameOf, type TeamMember } from './member-queries.ts'

const loadResolver = async () => (await import('./form-resolvers.ts')).passwordResolver

interface RemoveMemberDialogProps {
  member: TeamMember
  onClose: () => void
}

/** Explains what a removed member loses, and asks for the password. */
export function RemoveMemberDialog({ member, onClose }: RemoveMemberDialogProps) {
  const form = useLazyForm(loadResolver)
  const { personId } = member
  const removal: Action<{ password: string }> = {
    run: (values) => call(removeMember, { personId, ...values }),
    done: () => t`${nameOf(member)} is no longer a member.`,
    failed: () => t`Failed to remove this member.`,
  }
  return (
    <DialogForm
      form={form}
      action={removal}
      onRefused={onClose}
      title={
        <Trans>
          Remove <UserText text={nameOf(member)} />?
        </Trans>
      }
      role="alertdialog"
      onClose={onClose}
      submitText={t`Remove`}
      busyText={t`Removing...`}
    >
      <p>{t`They’ll lose access to your masjid at once: its khutbahs, khateebs, requests and members. If they don’t use Minbar for another masjid or as a khateeb, their account will be deleted, too.`}</p>
      <PasswordField {...form.field('password')} label={t`Your password`} />
    </DialogForm>
  )
}
