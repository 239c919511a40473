import type { Queryable } from '../database/database.ts'
import type { Letter } from './content/letter.ts'

type LetterToMember = Extract<
  Letter,
  {
    readonly kind:
      | 'member_joined'
      | 'member_role_changed'
      | 'membership_ended'
      | 'owner_added'
      | 'owner_removed'
      | 'invited_khateeb_declined'
      | 'invited_khateeb_joined'
  }
>

/**
 * Returns whether a letter about a masjid’s members, or about a khateeb’s answer to an invitation, is still true for its reader. A letter
 * about the reader’s own membership must agree with the current membership. If it doesn’t, a later letter tells the reader about the
 * change. All other letters are sent only to recipients who are still members. Their present role doesn't matter, even if the letter was
 * for owners, because it reports a past event.
 */
export async function isTrueForMember(
  reader: Queryable,
  recipient: string,
  { kind, props }: LetterToMember,
): Promise<boolean> {
  // Undefined in a letter that an earlier version has queued.
  if (props.masjidUid === undefined) return true
  const roles = await rolesOf(reader, recipient, props.masjidUid)
  switch (kind) {
    case 'member_joined':
    case 'member_role_changed':
      return roles.includes(props.role)
    case 'membership_ended':
      return roles.length === 0
    case 'invited_khateeb_joined':
      return roles.length > 0 && (await isKhateeb(reader, props.khateebUid))
    default:
      return roles.length > 0
  }
}

/**
 * Returns the roles in a masjid of the people who have this address, or had it: a letter to a person goes to the address that the person
 * had when the letter was written.
 */
async function rolesOf(reader: Queryable, address: string, masjidUid: string) {
  const members = await reader
    .selectFrom('memberships as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .where('m.party_uid', '=', masjidUid)
    .where((eb) =>
      eb.or([
        eb('p.email', '=', address),
        eb.exists(
          eb
            .selectFrom('links as k')
            .whereRef('k.person_id', '=', 'p.id')
            .where('k.purpose', '=', 'undo_email_change')
            .where('k.email', '=', address)
            .select('k.person_id'),
        ),
      ]),
    )
    .select('m.role')
    .execute()
  return members.map(({ role }) => role)
}

async function isKhateeb(reader: Queryable, uid: string): Promise<boolean> {
  const khateeb = reader.selectFrom('khateebs').where('uid', '=', uid).select('uid')
  return (await khateeb.executeTakeFirst()) !== undefined
}
