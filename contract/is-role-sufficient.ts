import type { MemberRole } from './endpoint.ts'

/** Whether the role of a member is at least the needed role. */
export function isRoleSufficient(role: MemberRole, needed: MemberRole): boolean {
  const ranked: readonly MemberRole[] = ['viewer', 'scheduler', 'owner']
  return ranked.indexOf(role) >= ranked.indexOf(needed)
}
