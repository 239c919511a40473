import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import { wantsInvitations } from '../identity/may-be-invited.ts'
import { addMember, findMember, lockMembers, setMemberRole } from '../identity/memberships.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import { sendInvitation } from './send-invitation.ts'

const operator = { role: 'operator' } as const

/**
 * Makes a person an owner of a masjid, on the operator’s command, for example because its owners have lost their mailboxes. If the email
 * is the confirmed email of an account, that person becomes an owner at once, and letters go to this person and to the other owners.
 * Otherwise an invitation is sent to the email, unless invitations to this email were stopped. Returns undefined if the masjid does not
 * exist.
 * @param who the masjid: its uid, or the email of one of its members
 * @param email the email of the new owner
 */
export async function appointOwner(
  tx: Tx,
  who: { readonly uid: string } | { readonly email: string },
  email: string,
) {
  const uid = 'uid' in who ? who.uid : await masjidOfMember(tx, who.email)
  const masjid = uid === undefined ? undefined : await lockMembers(tx, uid)
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

/** Returns the masjid of the member with this email. Undefined if the email belongs to no member, or to a member of several masjids. */
async function masjidOfMember(tx: Tx, email: string): Promise<string | undefined> {
  const { uids } = await tx
    .selectFrom('memberships as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .where('p.email', '=', email)
    .where('m.party_role', '=', 'masjid')
    .select(sql<string[]>`coalesce(array_agg(m.party_uid), '{}')`.as('uids'))
    .executeTakeFirstOrThrow()
  return uids.length === 1 ? uids[0] : undefined
}
