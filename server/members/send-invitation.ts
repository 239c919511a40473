import { sql } from 'kysely'
import type { InvitedAs } from '../../contract/member-role.ts'
import { databaseNow, type Queryable, type Tx } from '../database/database.ts'
import type { LockedMasjid } from '../identity/memberships.ts'
import type { PersonalLetter, SlotInLetter } from '../letters/content/letter.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import { slotInLetter } from '../letters/slot-in-letter.ts'
import { secondsFromNow } from '../sql-fragments/instants.ts'
import { hashOf, newToken } from '../tokens.ts'

const day = 24 * 60 * 60

/** Seconds for which a member’s invitation can be accepted. */
const memberLifetime = 7 * day

/** Seconds for which a khateeb’s invitation waits for an answer. Then a job deletes it with the address. */
const khateebLifetime = 90 * day

interface Invited {
  readonly email: string
  readonly invitedAs: InvitedAs
  /** The owner; null for the operator. */
  readonly invitedBy: string | null
  /** The slot that the khateeb is asked to fill. */
  readonly slot?: SlotInLetter | undefined
}

/**
 * Queues the letter with an invitation, unless the owner of the address wants none, or is a khateeb who has blocked the masjid. Replaces a
 * pending invitation of the same kind to the address.
 */
export async function sendInvitation(
  tx: Tx,
  masjid: LockedMasjid,
  { email, invitedAs, invitedBy, slot }: Invited,
): Promise<void> {
  const { token, hash } = newToken()
  const values = {
    role: invitedAs,
    token_hash: hash,
    invited_by: invitedBy,
    created_at: databaseNow,
    expires_at: secondsFromNow(invitedAs === 'khateeb' ? khateebLifetime : memberLifetime),
    slot_id: slot?.slotId ?? null,
  }
  await tx
    .insertInto('invitations')
    .values({ masjid_uid: masjid.uid, email, ...values })
    .onConflict((pending) =>
      pending
        .expression(sql`masjid_uid, email, (role = 'khateeb')`)
        .where('ended_at', 'is', null)
        .doUpdateSet(values),
    )
    .execute()
  if (await wantsNoInvitations(tx, email)) return
  if (invitedAs === 'khateeb' && (await hasBlocked(tx, email, masjid.uid))) return
  await tx
    .insertInto('opt_out_links')
    .values({ token_hash: hash, address_hash: hashOf(email) })
    .execute()
  if (slot !== undefined) {
    const props = { slot: slotInLetter(slot), token }
    await queueLetters(tx, [{ to: email, letter: { kind: 'new_khateeb_asked', props } }])
    return
  }
  const { city, state_code: stateCode } = await tx
    .selectFrom('masjids')
    .where('uid', '=', masjid.uid)
    .select(['city', 'state_code'])
    .executeTakeFirstOrThrow()
  const props = { masjidName: masjid.name, city, stateCode, token }
  const letter: PersonalLetter =
    invitedAs === 'khateeb'
      ? { kind: 'new_khateeb_invited', props }
      : { kind: 'member_invited', props: { ...props, role: invitedAs } }
  await queueLetters(tx, [{ to: email, letter }])
}

/** Whether the owner of an address has asked for no more invitations. */
export async function wantsNoInvitations(reader: Queryable, email: string): Promise<boolean> {
  const unwanted = reader.selectFrom('uninvitable_addresses').where('address_hash', '=', hashOf(email))
  return (await unwanted.select('created_at').executeTakeFirst()) !== undefined
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
