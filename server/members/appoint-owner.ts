import { recordAudit } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import { findMember, lockMembers } from '../identity/masjid-members.ts'
import { wantsInvitations } from '../identity/may-be-invited.ts'
import { addMember, setMemberRole } from '../identity/memberships.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import { sendInvitation } from './send-invitation.ts'

const operator = { role: 'operator' } as const

/**
 * Makes a person an owner of a masjid, on the operator’s command, for example because its owners have lost their mailboxes. If the email
 * is the confirmed email of an account, that person becomes an owner at once, and letters go to this person and to the other owners.
 * Otherwise an invitation is sent to the email, unless invitations to this email were stopped. Returns undefined if the masjid does not
 * exist.
 * @param email the email of the new owner
 */
export async function appointOwner(tx: Tx, { uid }: { readonly uid: string }, email: string) {
  const masjid = await lockMembers(tx, uid)
  if (masjid === undefined) return undefined
  const { name: masjidName } = masjid
  const person = await tx
    .selectFrom('people')
    .where('email', '=', email)
    .where('email_verified_at', 'is not', null)
    .forNoKeyUpdate()
    .select('id')
    .executeTakeFirst()
  if (person === undefined) {
    if (!(await wantsInvitations(tx, email))) return { masjidName, result: 'unwanted' as const }
    await sendInvitation(tx, masjid, { email, invitedAs: 'owner', invitedBy: null })
    await recordAudit(tx, operator, [{ event: 'member_invited', masjidUid: masjid.uid }])
    return { masjidName, result: 'invited' as const }
  }
  const member = await findMember(tx, masjid.uid, person.id)
  if (member?.memberRole === 'owner') return { masjidName, result: 'unchanged' as const }
  await queueLetters(
    tx,
    member === undefined
      ? await addMember(tx, masjid, person.id, 'owner', operator)
      : await setMemberRole(tx, masjid, member, 'owner', operator),
  )
  return { masjidName, result: 'named' as const }
}
