import type { MemberRole } from './endpoint.ts'

/** Whether a member with a role may make the calls that need another. */
export function isRoleSufficient(role: MemberRole, needed: MemberRole): boolean {
  const ranked: readonly MemberRole[] = ['viewer', 'scheduler', 'owner']
  return ranked.indexOf(role) >= ranked.indexOf(needed)
}
