import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { MemberRole } from '../../contract/endpoint.ts'
import { changeMemberRole } from '../../contract/members.ts'
import { call } from '../app/api-call.ts'
import type { Action } from '../app/use-action.ts'
import { useLazyForm } from '../forms/use-lazy-form.ts'
import { DialogForm } from '../identity/account/dialog-form.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { UserText } from '../ui/user-text.tsx'
import { nameOf, type TeamMember } from './member-queries.ts'
import { roleName } from './role-names.ts'
import { RoleSelect } from './role-select.tsx'

const loadResolver = async () => (await import('./form-resolvers.ts')).roleResolver

interface ChangeRoleDialogProps {
  member: TeamMember
  onClose: () => void
}

/** Asks for the new role of a member, and for the password. */
export function ChangeRoleDialog({ member, onClose }: ChangeRoleDialogProps) {
  const { personId, memberRole } = member
  const form = useLazyForm(loadResolver, { memberRole, password: '' })
  const change: Action<{ memberRole: MemberRole; password: string }> = {
    run: (values) => call(changeMemberRole, { personId, ...values }),
    done: (_, chosen) => t`The role of ${nameOf(member)} is now: ${roleName(chosen.memberRole)}.`,
    failed: () => t`Failed to change the role.`,
  }
  return (
    <DialogForm
      form={form}
      action={change}
      onRefused={onClose}
      title={
        <Trans>
          Role of <UserText text={nameOf(member)} />
        </Trans>
      }
      onClose={onClose}
      submitText={t`Save`}
      busyText={t`Saving...`}
    >
      <RoleSelect {...form.field('memberRole')} chosen={form.watch('memberRole')} />
      <PasswordField {...form.field('password')} label={t`Your password`} />
    </DialogForm>
  )
}
