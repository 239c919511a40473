import * as contract from '../../contract/members.ts'
import { publicRoute, type Route, signedInRoute, transactionRoute } from '../http/route.ts'
import type { IdentityDependencies } from '../identity/action-types.ts'
import { changeMemberRole, handOver, leaveMasjid, removeMember } from './change-members.ts'
import { changeName } from './change-name.ts'
import { deleteMasjid } from './delete-masjid.ts'
import { inviteMember, revokeInvitation } from './invite-member.ts'
import { listMembers } from './list-members.ts'
import { acceptInvitation, joinByInvitation, lookUpInvitation, stopInvitations } from './use-invitation.ts'

/** The members of a masjid, and the invitations to become one. */
export function memberRoutes(parts: IdentityDependencies): Route[] {
  return [
    signedInRoute(contract.getMembers, ({ caller, database }) => listMembers(database.reader, caller)),
    signedInRoute(contract.inviteMember, (context, input) => inviteMember(parts, context, input)),
    transactionRoute(contract.revokeInvitation, revokeInvitation),
    signedInRoute(contract.changeMemberRole, (context, input) => changeMemberRole(parts, context, input)),
    signedInRoute(contract.removeMember, (context, input) => removeMember(parts, context, input)),
    signedInRoute(contract.handOver, (context, input) => handOver(parts, context, input)),
    signedInRoute(contract.leaveMasjid, (context, input) => leaveMasjid(parts, context, input)),
    signedInRoute(contract.deleteMasjid, (context, input) => deleteMasjid(parts, context, input)),
    transactionRoute(contract.changeName, changeName),
    publicRoute(contract.lookUpInvitation, (context, input) => lookUpInvitation(parts, context, input)),
    signedInRoute(contract.acceptInvitation, (context, input) => acceptInvitation(parts, context, input)),
    publicRoute(contract.joinByInvitation, (context, input) => joinByInvitation(parts, context, input)),
    publicRoute(contract.stopInvitations, (context, input) => stopInvitations(parts, context, input)),
  ]
}
