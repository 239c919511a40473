import type { Queryable } from '../database/database.ts'
import type { OpenChannels } from './channel.ts'
import { type ClaimedLetter, deleteClaimed, updateClaimed } from './outbox-store.ts'

/**
 * Returns the letter, addressed to the member's current address. If the person has left the letter's party or has no address, deletes the
 * letter and returns undefined. The membership may end while news is written, because writing news does not lock the membership.
 */
export async function readdressOrDelete(
  db: Queryable,
  letter: ClaimedLetter,
  channels: OpenChannels,
): Promise<ClaimedLetter | undefined> {
  const { personId, partyUid, recipient } = letter
  const channel = channels[letter.channel]
  if (personId === null || partyUid === null || channel === undefined) return letter
  const member = await db
    .selectFrom('memberships as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .where('m.person_id', '=', personId)
    .where('m.party_uid', '=', partyUid)
    .select(channel.addressOf('p').as('address'))
    .executeTakeFirst()
  const address = member?.address ?? null
  if (address === recipient) return letter
  if (address === null) {
    await deleteClaimed(db, letter)
    return undefined
  }
  await updateClaimed(db, letter).set({ recipient: address }).execute()
  return { ...letter, recipient: address }
}
