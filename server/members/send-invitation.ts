import { sql } from 'kysely'
import type { InvitedAs } from '../../contract/member-role.ts'
import { databaseNow, type Tx } from '../database/database.ts'
import type { LockedMasjid } from '../identity/masjid-members.ts'
import { mayBeInvited, wantsInvitations } from '../identity/may-be-invited.ts'
import type { PersonalLetter } from '../letters/content/letter.ts'
import type { SlotInLetter } from '../letters/content/letter-slot.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import { slotInLetter } from '../letters/slot-in-letter.ts'
import { secondsFromNow } from '../sql-fragments/instants.ts'
import { hashOf, newToken } from '../tokens.ts'
import { slotTimeAndPlace } from './slot-time-and-place.ts'

const day = 24 * 60 * 60

/** The seconds for which an invitation to a member can be accepted. */
const memberInvitationLifetime = 7 * day

/** The seconds for which an invitation to a khateeb can be accepted. A job then deletes the invitation with its email address. */
const khateebInvitationLifetime = 90 * day

interface NewInvitation {
  readonly email: string
  readonly invitedAs: InvitedAs
  /** The person id of the inviting owner; null for the operator. */
  readonly invitedBy: string | null
  /** The slot that the khateeb is asked to fill. */
  readonly slot?: SlotInLetter | undefined
}

/**
 * Stores an invitation. It replaces a pending invitation of the same kind to the address. Queues its letter, unless the owner of the
 * address has stopped invitations. An invitation to a khateeb who has blocked the masjid gets no letter, either.
 */
export async function sendInvitation(
  tx: Tx,
  masjid: LockedMasjid,
  { email, invitedAs, invitedBy, slot }: NewInvitation,
): Promise<void> {
  const { token, hash } = newToken()
  const values = {
    role: invitedAs,
    token_hash: hash,
    invited_by: invitedBy,
    created_at: databaseNow,
    expires_at: secondsFromNow(
      invitedAs === 'khateeb' ? khateebInvitationLifetime : memberInvitationLifetime,
    ),
    slot_id: slot?.slotId ?? null,
    told: slot === undefined ? null : JSON.stringify(slotTimeAndPlace(slot)),
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
  const mayGetIt = invitedAs === 'khateeb' ? mayBeInvited : wantsInvitations
  if (!(await mayGetIt(tx, email, masjid.uid))) return
  await insertOptOutLink(tx, email, hash)
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
  const props = { masjidUid: masjid.uid, masjidName: masjid.name, city, stateCode, token }
  const letter: PersonalLetter =
    invitedAs === 'khateeb'
      ? { kind: 'new_khateeb_invited', props }
      : { kind: 'member_invited', props: { ...props, role: invitedAs } }
  await queueLetters(tx, [{ to: email, letter }])
}

/** Stores the token of an invitation so that its link can also stop all further invitations to the address. */
export async function insertOptOutLink(tx: Tx, email: string, hash: Buffer): Promise<void> {
  const link = { token_hash: hash, address_hash: hashOf(email) }
  await tx.insertInto('opt_out_links').values(link).execute()
}
