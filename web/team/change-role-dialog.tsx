import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { MemberRole } from '../../contract/endpoint.ts'
import { changeMemberRole } from '../../contract/members.ts'
import { call } from '../app/api-call.ts'
import { type Action, useAction } from '../app/use-action.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { UserText } from '../ui/user-text.tsx'
import { nameOf, type TeamMember } from './member-queries.ts'
import { memberRoles, roleName } from './role-names.ts'
import { RoleSelect } from './role-select.tsx'

interface RoleChange {
  readonly member: TeamMember
  readonly memberRole: MemberRole
}

const change: Action<RoleChange> = {
  run: ({ member: { personId }, memberRole }) => call(changeMemberRole, { personId, memberRole }),
  done: (_, { member, memberRole }) => t`The role of ${nameOf(member)} is now: ${roleName(memberRole)}.`,
  failed: () => t`Failed to change the role.`,
}

interface ChangeRoleDialogProps {
  member: TeamMember
  onClose: () => void
}

/** Asks for the new role of a member. */
export function ChangeRoleDialog({ member, onClose }: ChangeRoleDialogProps) {
  const [memberRole, setMemberRole] = useState(member.memberRole)
  const { mutate, isPending } = useAction(change, { onDone: onClose, onRefused: onClose })
  return (
    <Dialog
      onClose={onClose}
      title={
        <Trans>
          Role of <UserText text={nameOf(member)} />
        </Trans>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          mutate({ member, memberRole })
        }}
      >
        <RoleSelect
          chosen={memberRole}
          value={memberRole}
          onChange={({ target }) =>
            setMemberRole((before) => memberRoles.find((it) => it === target.value) ?? before)
          }
        />
        <DialogActions onCancel={onClose}>
          <Button type="submit" busy={isPending} busyText={t`Saving...`}>
            {t`Save`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
