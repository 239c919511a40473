import { t } from '@lingui/core/macro'
import type { MemberRole } from '../../contract/endpoint.ts'

/** All roles, most rights first. */
export const memberRoles: readonly MemberRole[] = ['owner', 'scheduler', 'viewer']

/** Returns the name of a role. */
export function roleName(role: MemberRole): string {
  return { owner: t`Owner`, scheduler: t`Scheduler`, viewer: t`Viewer` }[role]
}

/** Returns a text about what a member with a role may do. */
export function roleRights(role: MemberRole): string {
  return {
    owner: t`Can do everything, including managing members and deleting the masjid.`,
    scheduler: t`Posts khutbahs, invites khateebs and answers requests.`,
    viewer: t`Sees khutbahs and khateebs, but no phone numbers, and changes nothing.`,
  }[role]
}
