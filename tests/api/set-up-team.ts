import { randomUUID } from 'node:crypto'
import { hashOf, newToken } from '../../server/tokens.ts'
import { insertMember } from '../runtime/add-member.ts'
import { farFuture } from '../runtime/session.ts'
import { toldValueOf } from '../runtime/told-value.ts'
import { type Fixture, unknownId } from './fixture.ts'

/** The ids and tokens of a scenario without a team. */
export const noTeam = {
  /** The id of the second owner of the masjid. */
  personId: unknownId,
  /** The id of the pending invitation that asks an address without an account to become a member. */
  invitationId: unknownId,
  invitationToken: newToken().token,
  /** The token of the invitation that asks the khateeb to become a member. */
  khateebInvitationToken: newToken().token,
  /** The token of the invitation that asks an address without an account to join as a khateeb and fill the slot. */
  newKhateebToken: newToken().token,
  /** The token of the invitation that asks the khateeb to fill the slot. */
  askedToken: newToken().token,
}

/** Inserts a second owner of both masjids, and invitations of the masjid. Confirms the emails. */
export async function setUpTeam(
  { database, masjid, otherMasjid, khateeb, personIds }: Fixture,
  slotId: string,
): Promise<typeof noTeam> {
  const { db } = database
  await db
    .updateTable('people')
    .set({ email_verified_at: new Date() })
    .where('id', 'in', [personIds.masjid, personIds.otherMasjid, personIds.khateeb])
    .execute()
  const [invitation, toKhateeb, toNewKhateeb, asked] = [newToken(), newToken(), newToken(), newToken()]
  const values = {
    masjid_uid: masjid.uid,
    role: 'viewer',
    invited_by: personIds.masjid,
    expires_at: farFuture,
  } as const
  const email = `${randomUUID()}@minbar.example`
  const told = await toldValueOf(db, slotId)
  const { id: invitationId } = await db
    .insertInto('invitations')
    .values({ ...values, email, token_hash: invitation.hash })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('opt_out_links')
    .values({ token_hash: invitation.hash, address_hash: hashOf(email) })
    .execute()
  await db
    .insertInto('invitations')
    .values([
      { ...values, email: khateeb.email, token_hash: toKhateeb.hash },
      { ...values, email, role: 'khateeb', token_hash: toNewKhateeb.hash, slot_id: slotId, told },
      { ...values, email: khateeb.email, role: 'khateeb', token_hash: asked.hash, slot_id: slotId, told },
    ])
    .execute()
  await insertMember(db, otherMasjid.uid, 'owner')
  return {
    personId: await insertMember(db, masjid.uid, 'owner'),
    invitationId,
    invitationToken: invitation.token,
    khateebInvitationToken: toKhateeb.token,
    newKhateebToken: toNewKhateeb.token,
    askedToken: asked.token,
  }
}
