import type { EarlierAct } from '../../contract/earlier-act.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import * as invitationLinkCalls from '../../contract/invitation-links.ts'
import * as contract from '../../contract/members.ts'
import { findEarlierAct, runWithEarlierAct } from '../audit/earlier-act.ts'
import type { AuditEvent } from '../database/audit-events.ts'
import {
  publicRoute,
  type Route,
  type SignedInContext,
  signedInRoute,
  transactionRoute,
} from '../http/route.ts'
import type { IdentityDependencies } from '../identity/action-types.ts'
import { changeMemberRole, handOver, leaveMasjid, removeMember } from './change-members.ts'
import { changeName } from './change-name.ts'
import { deleteMasjid } from './delete-masjid.ts'
import { lookUpInvitation } from './find-invitation.ts'
import { inviteMember, inviteNewKhateeb, revokeInvitation } from './invite.ts'
import { listMembers } from './list-members.ts'
import {
  acceptInvitation,
  acceptSlotByInvitation,
  declineInvitation,
  joinAsKhateeb,
  joinByInvitation,
  stopInvitations,
} from './use-invitation.ts'

/** Returns the routes for a masjid’s members and for invitations to members and khateebs. */
export function memberRoutes(parts: IdentityDependencies): Route[] {
  return [
    signedInRoute(contract.getMembers, ({ caller, database }) => listMembers(database.db, caller)),
    signedInRoute(contract.inviteMember, (context, input) => inviteMember(parts, context, input)),
    signedInRoute(contract.inviteNewKhateeb, (context, input) => inviteNewKhateeb(parts, context, input)),
    transactionRoute(contract.revokeInvitation, revokeInvitation),
    memberChangeRoute(contract.changeMemberRole, (context, input) => changeMemberRole(parts, context, input)),
    memberChangeRoute(contract.removeMember, (context, input) => removeMember(parts, context, input)),
    memberChangeRoute(contract.handOver, (context, input) => handOver(parts, context, input)),
    signedInRoute(contract.leaveMasjid, (context, input) => leaveMasjid(parts, context, input)),
    signedInRoute(contract.deleteMasjid, (context, input) => deleteMasjid(parts, context, input)),
    transactionRoute(contract.changeName, changeName),
    publicRoute(invitationLinkCalls.lookUpInvitation, (context, input) =>
      lookUpInvitation(parts, context, input),
    ),
    signedInRoute(invitationLinkCalls.acceptInvitation, (context, input) =>
      acceptInvitation(parts, context, input),
    ),
    publicRoute(invitationLinkCalls.joinByInvitation, (context, input) =>
      joinByInvitation(parts, context, input),
    ),
    publicRoute(invitationLinkCalls.joinAsKhateeb, (context, input) => joinAsKhateeb(parts, context, input)),
    publicRoute(invitationLinkCalls.acceptSlotByInvitation, (context, input) =>
      acceptSlotByInvitation(parts, context, input),
    ),
    publicRoute(invitationLinkCalls.declineInvitation, (context, input) =>
      declineInvitation(parts, context, input),
    ),
    publicRoute(invitationLinkCalls.stopInvitations, (context, input) =>
      stopInvitations(parts, context, input),
    ),
  ]
}

/**
 * Returns the route of a change to a member. If another owner has already removed the member or set the role, the response names that
 * owner.
 */
function memberChangeRoute<Sent, Input extends { readonly personId: string }, Output extends object>(
  endpoint: Endpoint<Sent, Input, Output & { readonly by?: EarlierAct | undefined }>,
  change: (context: SignedInContext, input: Input) => Promise<Output>,
): Route {
  return signedInRoute(endpoint, (context, input) => {
    const find = (...events: readonly AuditEvent[]) =>
      findEarlierAct(context.database.db, context.caller, {
        // If the member has joined again, `member_added` is the newest event and hides the older ones.
        events: ['member_added', ...events],
        concerns: (acts) => acts.where('e.person_id', '=', input.personId),
      })
    return runWithEarlierAct<Output>(() => change(context, input), {
      refused: ({ code }) => (code === 'not_found' ? find('member_removed', 'member_left') : undefined),
      succeeded: (output) =>
        'changed' in output && output.changed === false ? find('member_role_changed') : undefined,
    })
  })
}
