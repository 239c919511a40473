import { t } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import type { MemberRole } from '../../contract/endpoint.ts'
import { Select } from '../ui/select.tsx'
import { memberRoles, roleName, roleRights } from './role-names.ts'

interface RoleSelectProps extends Omit<ComponentProps<typeof Select>, 'label' | 'hint' | 'children'> {
  /** The chosen role. The field's hint describes its rights. */
  chosen: MemberRole
}

/** A select for a member's role. */
export function RoleSelect({ chosen, ...select }: RoleSelectProps) {
  return (
    <Select {...select} label={t`Role`} hint={roleRights(chosen)}>
      {memberRoles.map((role) => (
        <option key={role} value={role}>
          {roleName(role)}
        </option>
      ))}
    </Select>
  )
}
