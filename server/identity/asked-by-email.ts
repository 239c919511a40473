import { databaseNow, type Queryable, type Tx } from '../database/database.ts'
import type { AddressedLetter } from '../letters/queue-letters.ts'
import { slotInLetter } from '../letters/slot-in-letter.ts'
import { slotsWithMasjids } from '../proposals/slots-with-masjids.ts'
import { hashOf } from '../tokens.ts'

/**
 * The letters about a deleted masjid to the people whom it had asked by email for an upcoming slot; none for a khateeb's account. Call this
 * before the deletion, which deletes their invitations. Members are left out, because they get another letter.
 */
export async function lettersToAsked(
  tx: Tx,
  masjidUid: string,
  members: readonly { readonly email: string }[],
): Promise<AddressedLetter[]> {
  const asked = await slotsWithMasjids(tx)
    .innerJoin('invitations as i', 'i.slot_id', 's.id')
    .where('i.masjid_uid', '=', masjidUid)
    .where('i.ended_at', 'is', null)
    .where('i.expires_at', '>', databaseNow)
    .where('s.starts_at', '>=', databaseNow)
    .select('i.email')
    .execute()
  const letters: AddressedLetter[] = []
  for (const { email: to, ...slot } of asked) {
    if (members.some(({ email }) => email === to) || !(await mayBeAsked(tx, to, masjidUid))) continue
    const props = { slot: slotInLetter(slot), why: 'masjid_left' } as const
    letters.push({ to, letter: { kind: 'new_khateeb_not_needed', props } })
  }
  return letters
}

/** Whether the masjid may send an address letters about an invitation as a khateeb: its owner may want none, or have blocked the masjid. */
export async function mayBeAsked(reader: Queryable, email: string, masjidUid: string): Promise<boolean> {
  return (await wantsInvitations(reader, email)) && !(await hasBlocked(reader, email, masjidUid))
}

/** Whether an address may get invitations: its owner has not asked for no more. */
export async function wantsInvitations(reader: Queryable, email: string): Promise<boolean> {
  const unwanted = reader.selectFrom('uninvitable_addresses').where('address_hash', '=', hashOf(email))
  return (await unwanted.select('created_at').executeTakeFirst()) === undefined
}

/** Whether an address is that of a khateeb who has blocked the masjid. */
async function hasBlocked(reader: Queryable, email: string, masjidUid: string): Promise<boolean> {
  const block = reader
    .selectFrom('blocks as b')
    .innerJoin('memberships as m', 'm.party_uid', 'b.khateeb_uid')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .where('p.email', '=', email)
    .where('b.masjid_uid', '=', masjidUid)
    .where('b.by_role', '=', 'khateeb')
  return (await block.select('b.created_at').executeTakeFirst()) !== undefined
}
