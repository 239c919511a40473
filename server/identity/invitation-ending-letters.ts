import { databaseNow, type Queryable, type Tx } from '../database/database.ts'
import type { SlotInLetter } from '../letters/content/letter-slot.ts'
import type { QuestionEnding } from '../letters/content/member-letter-props.ts'
import type { AddressedLetter } from '../letters/queue-letters.ts'
import { slotInLetter } from '../letters/slot-in-letter.ts'
import { slotsWithMasjids } from '../proposals/slots-with-masjids.ts'
import { isPendingInvitation } from '../sql-fragments/pending-invitations.ts'
import { mayBeInvited } from './may-be-invited.ts'

/**
 * Returns the letters about a masjid’s deletion to the people whom it had invited by email for an upcoming slot. Leaves out members,
 * because they get another letter. Returns no letters if `masjidUid` is the uid of a khateeb. Call this before the deletion, because the
 * deletion also deletes the invitations.
 */
export async function deletionLettersToInvitedPeople(
  tx: Tx,
  masjidUid: string,
  members: readonly { readonly email: string }[],
): Promise<AddressedLetter[]> {
  const asked = await slotsWithMasjids(tx)
    .innerJoin('invitations as i', 'i.slot_id', 's.id')
    .where('i.masjid_uid', '=', masjidUid)
    .where(isPendingInvitation('i'))
    .where('s.starts_at', '>=', databaseNow)
    .select(['i.email', 'i.created_at as askedAt'])
    .execute()
  const letters: AddressedLetter[] = []
  for (const { email: to, askedAt, ...slot } of asked) {
    if (members.some(({ email }) => email === to)) continue
    const question = { to, masjidUid, slot, askedAt }
    letters.push(...(await letterAboutEndedQuestion(tx, question, 'masjid_left')))
  }
  return letters
}

/**
 * Returns a list with the letter that tells an invited person that the masjid no longer needs them for a slot. The list is empty if the
 * person is confirmed for the slot, has stopped invitations, or has blocked the masjid.
 */
export async function letterAboutEndedQuestion(
  reader: Queryable,
  { to, masjidUid, slot, askedAt }: EndedQuestion,
  why: QuestionEnding,
): Promise<AddressedLetter[]> {
  if (await isConfirmedFor(reader, to, slot.slotId)) return []
  if (!(await mayBeInvited(reader, to, masjidUid))) return []
  const props = { slot: slotInLetter(slot), why, askedAt: askedAt.toISOString() }
  return [{ to, letter: { kind: 'new_khateeb_not_needed', props } }]
}

/**
 * Returns a list with the letter to an invited khateeb about a revoked invitation for a slot. The list is empty if the invitation was for
 * no slot, or if the slot was removed or has begun.
 */
export async function lettersAboutRevocation(
  tx: Tx,
  masjidUid: string,
  { email: to, slotId, askedAt }: RevokedInvitation,
): Promise<AddressedLetter[]> {
  const slots = slotsWithMasjids(tx).where('s.id', '=', slotId).where('s.removed_at', 'is', null)
  const slot = await slots.where('s.starts_at', '>=', databaseNow).executeTakeFirst()
  return slot === undefined ? [] : letterAboutEndedQuestion(tx, { to, masjidUid, slot, askedAt }, 'revoked')
}

interface RevokedInvitation {
  readonly email: string
  readonly slotId: string | null
  readonly askedAt: Date
}

interface EndedQuestion {
  readonly to: string
  readonly masjidUid: string
  readonly slot: SlotInLetter
  readonly askedAt: Date
}

/** Returns whether the address belongs to the khateeb who is confirmed for the slot. He may have been confirmed without the invitation. */
async function isConfirmedFor(reader: Queryable, email: string, slotId: string): Promise<boolean> {
  const assignment = partiesWithEmail(reader, email)
    .innerJoin('assignments as a', 'a.khateeb_uid', 'm.party_uid')
    .where('a.slot_id', '=', slotId)
    .where('a.ended_at', 'is', null)
  return (await assignment.select('a.id').executeTakeFirst()) !== undefined
}

/** Returns a query for the parties (`m.party_uid`) of the person with this email. */
function partiesWithEmail(reader: Queryable, email: string) {
  return reader
    .selectFrom('people as p')
    .innerJoin('memberships as m', 'm.person_id', 'p.id')
    .where('p.email', '=', email)
}
